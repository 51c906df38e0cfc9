import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Follows README.md of the present directory, its blocks in their order, and compares what they
 * print. Exit code 0: all is as README says; 1: it is not.
 *
 * <ul>
 *   <li>A block without a language has commands, which must end with exit code 0.
 *   <li>A {@code text} block has lines that the commands before it print, in this order and without
 *       others between them; a line {@code ...} stands for any number of others.
 *   <li>{@code java} blocks go into one session of jshell, which is started as README says. They
 *       print what their comments {@code // prints: ...} say, line by line, and nothing else.
 * </ul>
 *
 * <p>{@code xml} blocks are left to {@code DocumentBlocksTest}. Nothing is masked: what README
 * prints must not depend on clock and machine. Argument: {@code --without-tests} has {@code mvn
 * verify} run no tests.
 */
public final class Readme {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```");
  private static final Pattern SESSION = Pattern.compile("`(jshell [^`]*)`");
  private static final Pattern PRINTS = Pattern.compile("// prints: (.*)");
  private static final String OTHERS = "...";
  private static final String END_OF_BLOCK = "---- end of block ";

  private final boolean withTests;
  private final List<String> problems = new ArrayList<>();
  private int commands;

  private Readme(boolean withTests) {
    this.withTests = withTests;
  }

  public static void main(String[] args) throws Exception {
    List<String> options = new ArrayList<>(List.of(args));
    boolean withTests = !options.remove("--without-tests");
    if (!options.isEmpty()) {
      System.err.println(options.get(0) + ": no such option (allowed: --without-tests)");
      System.exit(2);
    }
    System.exit(new Readme(withTests).follow(Files.readString(Path.of("README.md"))));
  }

  private int follow(String text) throws Exception {
    List<String> java = new ArrayList<>();
    List<String> printed = List.of();
    for (MatchResult block : BLOCK.matcher(text).results().toList()) {
      String content = block.group(2);
      switch (block.group(1)) {
        case "" -> printed = run(content);
        case "text" -> requireOutput(content.lines().toList(), printed);
        case "java" -> java.add(content);
        case "xml" -> {} // DocumentBlocksTest compares dependencies with the modules
        default -> problems.add("a block of " + block.group(1) + ", which nobody can follow here");
      }
    }
    Matcher session = SESSION.matcher(text);
    if (!session.find()) {
      problems.add("README does not say how jshell is started");
    } else {
      enter(session.group(1), java);
    }
    problems.forEach(System.out::println);
    System.out.printf(
        "%d commands and %d blocks of Java, %d problems%n", commands, java.size(), problems.size());
    return problems.isEmpty() ? 0 : 1;
  }

  private List<String> run(String block) throws Exception {
    List<String> printed = new ArrayList<>();
    for (String line : block.lines().toList()) {
      String command = line.replaceFirst("\\s+#.*", "").strip();
      if (command.isEmpty()) {
        continue;
      }
      if (command.startsWith("mvn ") && !withTests) {
        command += " -DskipTests";
      }
      commands++;
      printed.addAll(printed(command));
    }
    return printed;
  }

  private List<String> printed(String command) throws IOException, InterruptedException {
    System.out.println("$ " + command);
    Path out = Files.createTempFile("readme", ".out");
    int code =
        new ProcessBuilder("bash", "-c", command)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectErrorStream(true)
            .start()
            .waitFor();
    List<String> lines = Files.readAllLines(out);
    Files.delete(out);
    if (code != 0) {
      problems.add(command + ": exit code " + code);
      lines.subList(Math.max(0, lines.size() - 40), lines.size()).forEach(System.out::println);
    }
    return lines;
  }

  private void requireOutput(List<String> wanted, List<String> printed) {
    int at = 0;
    List<String> together = new ArrayList<>();
    for (int i = 0; i <= wanted.size(); i++) {
      if (i < wanted.size() && !wanted.get(i).equals(OTHERS)) {
        together.add(wanted.get(i));
        continue;
      }
      while (at + together.size() <= printed.size()
          && !printed.subList(at, at + together.size()).equals(together)) {
        at++;
      }
      if (at + together.size() > printed.size()) {
        problems.add("not printed:\n" + String.join("\n", together));
        return;
      }
      System.out.println(String.join("\n", together) + "\n  as printed");
      at += together.size();
      together.clear();
    }
  }

  private void enter(String start, List<String> blocks) throws Exception {
    Path session = Files.createTempFile("readme", ".jsh");
    List<String> lines = new ArrayList<>();
    List<String> wanted = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      lines.add(blocks.get(i));
      PRINTS.matcher(blocks.get(i)).results().forEach(line -> wanted.add(line.group(1)));
      lines.add("System.out.println(\"" + END_OF_BLOCK + i + "\")");
      wanted.add(END_OF_BLOCK + i);
    }
    lines.add("/exit");
    Files.write(session, lines);
    List<String> printed = printed(start + " -s " + session);
    Files.delete(session);
    if (printed.equals(wanted)) {
      System.out.println(String.join("\n", printed) + "\n  as printed");
    } else {
      problems.add(
          "Java printed:\n"
              + String.join("\n", printed)
              + "\nand not:\n"
              + String.join("\n", wanted));
    }
  }
}
