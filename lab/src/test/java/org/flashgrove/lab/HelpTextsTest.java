package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.flashgrove.cli.Run;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Tests that {@code --help} describes every command, option and argument completely. */
class HelpTextsTest {
  /** A line of shell, which ends as it has to. */
  private static final Pattern COMMAND = Pattern.compile("(source <\\(|\\./)?flashgrove .*");

  private static Map<String, String[]> texts() {
    Map<String, String[]> texts = new LinkedHashMap<>();
    add(Run.parser(), texts);
    assertThat(texts).hasSizeGreaterThan(300);
    return texts;
  }

  private static void add(CommandLine command, Map<String, String[]> texts) {
    String name = command.getCommandSpec().qualifiedName();
    texts.put(name, command.getCommandSpec().usageMessage().description());
    for (ArgSpec each : command.getCommandSpec().args()) {
      String label = each instanceof OptionSpec option ? option.longestName() : each.paramLabel();
      texts.put(name + " " + label, each.description());
    }
    command.getSubcommands().values().forEach(below -> add(below, texts));
  }

  /** Each line is a paragraph, and the list of commands shows the first one alone. */
  private static List<String> problems(String[] lines) {
    List<String> problems = new ArrayList<>();
    if (lines.length == 0 || !lines[0].endsWith(".")) {
      problems.add("begins with a line that is no sentence");
    }
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      boolean isShown = COMMAND.matcher(line).matches();
      boolean introduces = i + 1 < lines.length && COMMAND.matcher(lines[i + 1]).matches();
      if (!isShown && !line.endsWith(introduces ? ":" : ".")) {
        problems.add("has a line that ends in mid-sentence");
      }
      if (line.replaceAll("[^(]", "").length() != line.replaceAll("[^)]", "").length()
          && !isShown) {
        problems.add("has a parenthesis that does not close");
      }
      if (!isShown && !line.matches("(?s)[\\p{Lu}$(].*|[a-z0-9'-]+[ ,;:(.].*")) {
        problems.add("has a line that begins with " + line.substring(0, 1));
      }
    }
    return problems;
  }

  @Test
  void everyHelpTextIsComplete() {
    List<String> problems = new ArrayList<>();
    texts()
        .forEach(
            (what, lines) ->
                problems(lines)
                    .forEach(
                        problem ->
                            problems.add(what + " " + problem + ": " + Arrays.asList(lines))));
    assertThat(problems).isEmpty();
  }
}
