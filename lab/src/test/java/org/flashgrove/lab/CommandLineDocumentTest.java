package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.flashgrove.cli.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The walk through the command line in its document, in its order, in one empty directory, as a
 * reader would enter them. Only three things differ, to be quick and to run on any file system:
 * fewer rows, {@code buffered} for {@code direct}, and no random preconditioning. {@code .ci/walk}
 * follows it word for word.
 */
class CommandLineDocumentTest {
  private static final String PREFIX = "./flashgrove ";
  private static final int LEAST_COMMANDS = 15;

  /** Options whose values are files or directories. */
  private static final Set<String> FILES =
      Set.of(
          "--data",
          "--out",
          "--queries",
          "--verify",
          "--to",
          "--nodes",
          "--picture",
          "--record",
          "--trace",
          "--plots");

  /** Commands whose first argument is no directory. */
  private static final Set<String> WITHOUT_DIRECTORY = Set.of("generate", "simulate", "run");

  @TempDir private Path directory;

  private static String document() throws IOException {
    return Files.readString(Path.of("..", "docs", "command-line.md"));
  }

  private static List<String> commands() throws IOException {
    String document = document();
    String section =
        document.substring(document.indexOf("## A walk"), document.indexOf("## All commands"));
    List<String> commands =
        section
            .lines()
            .filter(line -> line.startsWith(PREFIX))
            .map(line -> line.substring(PREFIX.length()).replaceFirst(" +#.*", ""))
            .toList();
    assertThat(commands).hasSizeGreaterThanOrEqualTo(LEAST_COMMANDS);
    return commands;
  }

  private String[] words(String command) {
    List<String> words = new ArrayList<>();
    String[] given = command.split(" +");
    for (int i = 0; i < given.length; i++) {
      boolean isFile =
          i > 0 && FILES.contains(given[i - 1]) || i == 1 && !WITHOUT_DIRECTORY.contains(given[0]);
      words.add(isFile ? directory.resolve(given[i]).toString() : given[i]);
    }
    return words.toArray(String[]::new);
  }

  @Test
  void everyCommandCanBeFollowed() throws IOException {
    for (String command : commands()) {
      String quick =
          command
              .replaceFirst("--count (100000|20000)", "--count 3000")
              .replace("--device direct", "--device buffered")
              .replace("--precondition random", "--precondition none");
      if (quick.startsWith("build parcels")) {
        quick += " --device buffered";
      }
      Run run = Run.ok(words(quick));
      assertThat(run.out()).as(command).isNotBlank();
    }
    assertThat(directory.resolve("pictures/lrun-fig11.png")).isNotEmptyFile();
    assertThat(directory.resolve("tree.png")).isNotEmptyFile();
    assertThat(directory.resolve("rescued/store.meta")).isNotEmptyFile();
  }

  @Test
  void everyCommandIsInTheTable() throws IOException {
    String document = document();
    String table = document.substring(document.indexOf("## All commands"));
    assertThat(Run.parser().getSubcommands().keySet())
        .allSatisfy(name -> assertThat(table).contains("`" + name + "`"));
  }
}
