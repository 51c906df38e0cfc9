package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.flashgrove.cli.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Arguments that no command can do anything with: one line that a stranger understands, the right
 * exit code, nothing made, and no name of a Java class.
 */
class HostileArgumentsTest {
  @TempDir private static Path directory;

  @BeforeAll
  static void makeFiles() throws IOException {
    Files.createDirectory(directory.resolve("dir"));
    Files.createFile(directory.resolve("empty"));
    Files.write(directory.resolve("junk"), new byte[] {'x', 0, (byte) 0xff, 'j'});
    try (GZIPOutputStream packed =
        new GZIPOutputStream(Files.newOutputStream(directory.resolve("empty.gz")))) {
      packed.finish();
    }
    ok("generate points --count 50 --out ~/points.csv");
    ok("generate queries --data ~/points.csv --percent 1 --count 2 --out ~/windows.csv");
    ok("generate trace --count 50 --out ~/native.trace");
    ok("build ~/store --data ~/points.csv --device buffered");
    ok("build ~/table --data ~/points.csv --device buffered --table");
  }

  /** Words between blanks; {@code ~} is the directory of the test, {@code ''} an empty argument. */
  private static Run run(String line) {
    String[] words = line.isEmpty() ? new String[0] : line.split(" +");
    return Run.of(
        Arrays.stream(words)
            .map(word -> word.equals("''") ? "" : word.replace("~", directory.toString()))
            .toArray(String[]::new));
  }

  private static void ok(String line) {
    Run run = run(line);
    assertThat(run.exitCode()).as("%s: %s", line, run.err()).isZero();
  }

  private static void assertRefused(int exitCode, String line, String... messages)
      throws IOException {
    List<String> before = files();
    Run run = run(line);
    assertThat(run.exitCode()).as("%s: %s%s", line, run.out(), run.err()).isEqualTo(exitCode);
    assertThat(run.err().lines().toList()).as(line).hasSize(1);
    assertThat(run.err())
        .startsWith("flashgrove: ")
        .contains(messages)
        .doesNotContain("Exception", "java.", "org.flashgrove", "reflect", "is not a double")
        .doesNotContain("is not a long", "is not an int", "case-insensitive", "Unmatched");
    assertThat(run.out()).as(line).isEmpty();
    assertThat(files()).as(line).isEqualTo(before);
  }

  private static List<String> files() throws IOException {
    List<String> files = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : (Iterable<Path>) paths.sorted()::iterator) {
        files.add(path + " " + (Files.isDirectory(path) ? "" : Files.size(path)));
      }
    }
    return files;
  }

  @Test
  void withoutArgumentsTheUsageIsPrinted() {
    Run run = Run.ok();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo(Run.of("--help").out()).startsWith("Usage: flashgrove ");
    assertThat(run.out()).contains("Commands:", "  demo ", "  run ", "Exit codes:");
  }

  /** All commands and what is below them, but those that need no arguments. */
  static List<String> commands() {
    List<String> commands = new ArrayList<>();
    addCommands(Run.parser(), "", commands);
    commands.removeAll(List.of("demo", "settings", "completion", "bench"));
    assertThat(commands).contains("build", "scan", "run", "generate", "generate trace");
    return commands;
  }

  private static void addCommands(CommandLine above, String prefix, List<String> commands) {
    above
        .getSubcommands()
        .forEach(
            (name, command) -> {
              commands.add(prefix + name);
              addCommands(command, prefix + name + " ", commands);
            });
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aCommandWithoutArgumentsSaysWhatIsMissing(String command) throws IOException {
    assertRefused(2, command, "see 'flashgrove " + command + " --help'");
    Run help = run(command + " --help");
    assertThat(help.exitCode()).as(help.err()).isZero();
    assertThat(help.out()).startsWith("Usage: flashgrove " + command + " ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "nosuch | unknown command 'nosuch' (allowed: demo, create,",
        "'' | unknown command ''",
        "help | unknown command 'help'",
        "@~/points.csv | unknown command '@",
        "biuld ~/new | did you mean 'build'? See 'flashgrove --help'",
        "query ~/store --quereis ~/windows.csv | did you mean '--queries'?",
        "create ~/new --indx=rstar | did you mean '--index'?",
        "generate pionts | did you mean 'points'?",
        "generate nosuch | unknown command 'nosuch' (allowed: points, rects, polygons, lines,",
        "check ~/store ~/store | one argument too many",
      })
  void unknownWords(String line, String message) throws IOException {
    assertRefused(2, line, message);
  }

  @Test
  void nothingIsSuggestedForAWordLikeNone() {
    assertThat(run("nosuch").err()).doesNotContain("did you mean");
    assertThat(run("query ~/store --nosuch").err()).doesNotContain("did you mean");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "build ~/new --data ~/points.csv --on-error no | --on-error no (allowed: stop, skip)",
        "simulate --trace ~/native.trace --format no | --format no (allowed: native, spc, msr)",
        "simulate --trace ~/native.trace --pace no | --pace no (allowed: trace, closed)",
        "simulate --trace ~/native.trace --precondition no | (allowed: none, seq, random)",
        "simulate --trace ~/native.trace --device '' | has no name",
        "generate queries --data ~/points.csv --percent 1 --count 1 --out - --kind no | --kind no",
        "generate queries --data ~/points.csv --percent x --count 1 --out - | --percent x",
        "generate trace --count 5 --out - --pattern no | (allowed: sequential, uniform, zipf,",
        "generate trace --count 5 --out ~/new --span no | --span no (allowed: a size from",
        "generate trace --count 5 --out ~/new --span 1M,a=b | --span 1M,a=b (allowed: a size",
        "generate trace --count 5 --out ~/new --reads no | --reads no (allowed: 0% to 100%)",
        "generate points --count x --out - | --count x (allowed: a whole number",
        "generate points --count 99999999999999999999 --out - | (allowed: a whole number",
        "run preset:lrun-fig8 --scale no | --scale no (allowed: small, medium, full)",
        "run preset:lrun-fig8 --jobs 3000000000 | --jobs 3000000000 (allowed: a whole number",
        "run preset:nosuch | unknown preset 'nosuch' (allowed: lrun-fig8,",
        "run preset:lrun-fig8 --results ~/points.csv | already exists; choose a new file,",
        "query ~/store --point 0,0 --radius no | --radius no (allowed: a number)",
        "query ~/store --point 0,0 --radius NaN | distance NaN (allowed: 0 to",
        "query ~/store --point 0,0 --format no | --format no (allowed: csv, geojson, wkt)",
        "nearest ~/store --point 0,0 -k no | -k no (allowed: a whole number",
        "nearest ~/store --point 0 -k 1 | --point 0 (allowed: 2 numbers",
        "scan ~/table --path no | --path no (allowed: auto, fts, idx, sidx)",
        "scan ~/table --cache no | --cache no (allowed: a size from 1 to",
        "scan ~/table --rid-memory 1 | --rid-memory 1 (allowed: a size from 4K to",
        "scan ~/table --order-by key --temporary ~/points.csv | --temporary",
        "scan ~/table --order-by key --temporary ~/nosuch | give an existing directory",
        "scan ~/store --path fts | is not a table; use 'query'",
        "build ~/new --data ~/points.csv --bulk no | --bulk no (allowed: none, str,",
        "build ~/new --data ~/points.csv --fill no | --fill no (allowed: 1% to 100%)",
        "build ~/new --data ~/points.csv --fill 70% | --fill 70%: applies only to bulk loading",
        "build ~/new --data ~/points.csv --sort-memory 1 | --sort-memory 1 (allowed: a size from",
        "build ~/new --data ~/points.csv --table --fill 70% | --fill 70%: applies only to bulk"
            + " loading",
        "create ~/new --table --cache 1 | --cache 1 (allowed: a size from 32K",
        "demo --count 0 | --count 0 (allowed: 1 or more)",
        "demo --count x | --count x (allowed: a whole number",
      })
  void wrongValues(String line, String message) throws IOException {
    assertRefused(2, line, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "insert ~/store --data FILE | CSV file of entries",
        "delete ~/table --data FILE | CSV file of entries",
        "update ~/store --data FILE | CSV file of updates",
        "build ~/new --data FILE | CSV file of entries",
        "build ~/new --data ~/points.csv --queries FILE | CSV file of query windows",
        "query ~/store --queries FILE | CSV file of query windows",
        "query ~/store --point 0,0 --verify FILE | CSV file of entries",
        "nearest ~/store --point 0,0 -k 1 --verify FILE | CSV file of entries",
        "demo --data FILE | CSV file of entries",
        "generate queries --data FILE --percent 1 --count 1 --out - | CSV file of entries",
        "simulate --trace FILE | a trace",
        "simulate --format spc --trace FILE | trace in SPC form",
        "simulate --format msr --trace FILE | trace in MSR form",
        "run preset:lrun-fig13 --trace FILE --scale small | trace in SPC form",
        "run FILE | an experiment in YAML",
      })
  void inputsThatAreNoFiles(String line, String kind) throws IOException {
    assertRefused(2, line.replace("FILE", "~/nosuch"), "nosuch: no such file", kind);
    assertRefused(2, line.replace("FILE", "~/junk/x"), "junk/x: no such file", kind);
    boolean isOfData = kind.equals("CSV file of entries") || kind.equals("CSV file of updates");
    String allowed = isOfData ? "a directory of data files of one format" : kind;
    assertRefused(2, line.replace("FILE", "~/dir"), "dir: is a directory", allowed);
    for (String file : List.of("empty", "empty.gz", "junk")) {
      assertRefused(2, line.replace("FILE", "~/" + file), file);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check DIR",
        "recover DIR",
        "salvage DIR --to ~/new",
        "backup DIR --to ~/new",
        "compact DIR",
        "upgrade DIR",
        "stats DIR",
        "export DIR --nodes ~/new",
        "query DIR --point 0,0",
        "scan DIR --path fts",
        "nearest DIR --point 0,0 -k 1",
        "join DIR ~/store",
        "join ~/store DIR",
        "insert DIR --data ~/points.csv",
        "delete DIR --data ~/points.csv",
      })
  void storesThatAreNone(String line) throws IOException {
    assertRefused(3, line.replace("DIR", "~/dir"), "dir: not a store");
    for (String name : List.of("nosuch", "empty")) {
      assertRefused(2, line.replace("DIR", "~/" + name), name + ": not a store");
    }
    boolean readsDataFiles = line.matches("(query|nearest|join) .*");
    assertRefused(
        2,
        line.replace("DIR", "~/points.csv"),
        readsDataFiles ? "points.csv: has no index" : "points.csv: not a store");
    assertRefused(2, line.replace("DIR", "''"), "'' (allowed: the name of a file or directory)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create DIR",
        "build DIR --data ~/points.csv",
        "build DIR --data ~/points.csv --table",
        "backup ~/store --to DIR",
        "backup ~/table --to DIR",
        "salvage ~/store --to DIR",
        "salvage ~/table --to DIR",
        "demo --out DIR --count 10",
      })
  void newDirectoriesThatCannotBe(String line) throws IOException {
    assertRefused(2, line.replace("DIR", "~/points.csv"), "is a file; choose a directory");
    assertRefused(2, line.replace("DIR", "~/points.csv/a/b"), "points.csv is a file");
    assertRefused(2, line.replace("DIR", "~/table"), "is not empty");
    assertRefused(2, line.replace("DIR", "''"), "'' (allowed: the name of a file or directory)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "generate points --count 5 --out FILE",
        "generate rects --count 5 --out FILE",
        "generate queries --data ~/points.csv --percent 1 --count 5 --out FILE",
        "generate trace --count 5 --out FILE",
        "generate trace --count 5 --format spc --out FILE",
        "export ~/store --nodes FILE",
        "export ~/table --picture FILE.png",
        "build ~/new --data ~/points.csv --device nand --record FILE",
        "run preset:lrun-fig8 --scale small --markdown FILE",
      })
  void outputsThatCannotBeFiles(String line) throws IOException {
    Files.createDirectories(directory.resolve("dir.png"));
    assertRefused(2, line.replace("FILE", "~/dir"), "is a directory; choose a file");
    assertRefused(2, line.replace("FILE", "~/nosuch/x"), "nosuch does not exist");
    assertRefused(2, line.replace("FILE", "~/points.csv/x"), "points.csv is a file");
  }

  @Test
  void aPictureIsOfTheKindThatItsNameSays() throws IOException {
    for (String name : List.of("x.jpg", "x.jpeg", "x.gif", "x")) {
      assertRefused(
          2, "export ~/store --picture ~/" + name, " (allowed: a name that ends in .png)");
    }
    String plots = "run preset:lrun-fig8 --scale small --plots ~/";
    assertRefused(2, plots + "x.jpg", "x.jpg: has the ending of a picture; choose a directory");
    assertRefused(2, plots + "points.csv", "points.csv: is a file; choose a directory");
    Path picture = directory.resolve("TREE.PNG");
    ok("export ~/store --picture " + picture);
    assertThat(Files.readAllBytes(picture)).startsWith(0x89, 'P', 'N', 'G');
    Files.delete(picture);
  }
}
