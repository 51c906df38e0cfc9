package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input and damaged files: one clear line, the right exit code, nothing changed. */
class BadInputTest {
  private static final int PAGE = 1024;

  @TempDir private Path directory;

  private Path store;

  @BeforeEach
  void build() {
    store = directory.resolve("store");
    String data = directory.resolve("points.csv").toString();
    Run.of("generate", "points", "--count", "2000", "--seed", "5", "--out", data);
    Run.ok(
        "build",
        store.toString(),
        "--data",
        data,
        "--device",
        "buffered",
        "--page-size",
        "1024",
        "--sync",
        "close",
        "--no-final-flush",
        "--flash",
        "efind:buffer=32K");
  }

  private Map<String, String> content() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.list(store)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        files.put(path.getFileName().toString(), Arrays.hashCode(Files.readAllBytes(path)) + "");
      }
    }
    return files;
  }

  private void assertRefused(int exitCode, String message, String... args) throws IOException {
    assertRefusedWithInput("", exitCode, message, args);
  }

  private void assertRefusedWithInput(String input, int exitCode, String message, String... args)
      throws IOException {
    Map<String, String> before = content();
    Run run = Run.withInput(input, args);
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(exitCode);
    assertThat(run.err().lines().filter(line -> line.startsWith("flashgrove: ")).count())
        .as(run.err())
        .isEqualTo(1);
    assertThat(run.err()).contains(message).doesNotContain("\tat ");
    assertThat(content()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id,x,y;1,0,0;2,1,abc | line 3 | abc",
        "id,x,y;1,NaN,0 | line 2 | NaN",
        "id,minx,miny,maxx,maxy;7,2,0,1,1 | line 2 | min",
        "id,x,y;1,0 | line 2 | allowed",
        "foo,bar;1,2 | line 1 | allowed",
        "id,wkt;1,POINT EMPTY | line 2 | allowed",
      })
  void badRowsChangeNothing(String rows, String line, String cause) throws IOException {
    String text = rows.replace(';', '\n') + "\n";
    assertRefusedWithInput(text, 2, line, "insert", store.toString(), "--data", "-");
    assertRefusedWithInput(text, 2, cause, "insert", store.toString(), "--data", "-");
    Path fresh = directory.resolve("fresh");
    Run run = Run.withInput(text, "build", fresh.toString(), "--data", "-");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(fresh).doesNotExist();
  }

  /** A JVM of its own, with little memory on the heap and as little off it. */
  private String buildInBulk(int exitCode, String... more) throws Exception {
    Path fresh = directory.resolve("fresh" + more.length);
    List<String> command = new ArrayList<>();
    command.addAll(List.of("build", fresh.toString(), "--bulk", "str", "--device", "buffered"));
    command.addAll(List.of("--data", directory.resolve("points.csv").toString()));
    command.addAll(List.of(more));
    Process process =
        Run.process(List.of("-Xmx64m"), command.toArray(String[]::new))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(exitCode);
    assertThat(Files.exists(fresh)).isEqualTo(exitCode == 0);
    return output;
  }

  @Test
  void bulkLoadingFitsASmallHeapOrNamesTheMemory() throws Exception {
    assertThat(buildInBulk(0)).contains("2,000 entries");
    assertThat(buildInBulk(2, "--sort-memory", "200M"))
        .contains("sort memory of 209715200 bytes", "use less, down to 262144 bytes");
  }

  /** The stack would not do for it, however little the text is. */
  @Test
  void textNestedWithoutEndIsBadInput() throws IOException {
    String deep = "GEOMETRYCOLLECTION(".repeat(5_000) + "POINT(1 2)" + ")".repeat(5_000);
    String rows = "id,wkt\n1,\"" + deep + "\"\n";
    String data = directory.resolve("points.csv").toString();
    String allowed = "64 parentheses deep";
    assertRefusedWithInput(rows, 2, allowed, "insert", store.toString(), "--data", "-");
    assertRefused(2, "--geometry: nested", "query", store.toString(), "--geometry", deep);
    assertRefused(
        2,
        "--region: nested",
        "generate",
        "queries",
        "--data",
        data,
        "--percent",
        "1",
        "--count",
        "1",
        "--region",
        deep,
        "--out",
        directory.resolve("none.csv").toString());
    Path fresh = directory.resolve("fresh");
    Run run = Run.withInput(rows, "build", fresh.toString(), "--table", "--data", "-");
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(fresh).doesNotExist();
  }

  /** Arabic-Indic and full-width digits. */
  @ParameterizedTest
  @ValueSource(strings = {"\u0661\u0662", "1\uff12"})
  void digitsOfOtherScriptsAreNoNumbers(String number) throws IOException {
    String rows = "id,x,y\n" + number + ",1,2\n";
    assertRefusedWithInput(rows, 2, "64-bit", "delete", store.toString(), "--data", "-");
    assertRefused(2, number, "nearest", store.toString(), "--point", "1,1", "-k", number);
    assertRefused(2, "1,", "nearest", store.toString(), "--point", "1," + number);
    String fresh = directory.resolve("fresh").toString();
    assertRefused(2, number, "create", fresh, "--page-size", number);
    assertRefused(2, number, "create", fresh, "--flash", "none:frames=" + number);
    assertRefused(2, number, "create", fresh, "--flash", "efind:buffer=" + number + "K");
    assertRefused(2, number, "create", fresh, "--sync", "group:" + number + "ms");
    assertRefused(2, number, "generate", "points", "--count", number, "--out", fresh + ".csv");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--index | rtree:splitt=quadratic | unknown key 'splitt'",
        "--index | rtree:split=best | linear, quadratic",
        "--index | btree | unknown index",
        "--index | rtree:capacity=5000 | allowed",
        "--index | hilbert:s=2 | domain is missing",
        "--index | hilbert:s=9,domain=0/0/1/1 | 1 to 4",
        "--index | xbr:x=75% | domain is missing",
        "--index | xbr:x=30%,domain=0/0/1/1 | 50.1% to 99.9%",
        "--flash | efind:buffer=12Q | allowed",
        "--flash | efind:tc=none | readpolicy",
        "--flash | quick | unknown flash-aware buffer",
        "--flash | none:frames=2 | allowed",
        "--flash | none+pool | is a pool itself",
        "--flash | efind+pool:size=1M | buffer, policy",
        "--device | memory:depth=4 | preallocate, placement",
        "--device | direct:depth=100 | 1 to 64",
        "--device | tape | direct, buffered, memory, auto",
        "--sync | sometimes | allowed",
        "--page-size | 1000 | power of two",
      })
  void unknownSpecsListWhatIsAllowed(String option, String spec, String message)
      throws IOException {
    Path fresh = directory.resolve("fresh");
    assertRefused(2, message, "create", fresh.toString(), option, spec);
    assertThat(fresh).doesNotExist();
  }

  @Test
  void aDirectoryInUseIsNotOverwritten() throws IOException {
    assertRefused(2, "is not empty", "create", store.toString());
    Path csv = Files.writeString(directory.resolve("rows.csv"), "id,x,y\n1,1,2\n");
    String[] build = {"build", store.toString(), "--data", csv.toString()};
    assertRefused(2, "a new name, or replace a store with --replace", build);
    String missing = directory.resolve("nothing").toString();
    assertRefused(2, "not a store (no such file or directory)", "check", missing);
    Path empty = Files.createDirectory(directory.resolve("empty"));
    assertRefused(3, "not a store (no file store.meta)", "check", empty.toString());
  }

  @Test
  void aBrokenPageIsNamed() throws IOException {
    Run.ok("recover", store.toString());
    Path pages = store.resolve("nodes.pages");
    byte[] bytes = Files.readAllBytes(pages);
    for (int page = 0; page < bytes.length / PAGE; page++) {
      String magic = new String(bytes, page * PAGE, 4, StandardCharsets.ISO_8859_1);
      if (magic.equals("FGN1")) {
        bytes[page * PAGE + 100] ^= 1;
      }
    }
    Files.write(pages, bytes);
    assertRefused(
        3, "checksum does not match", "query", store.toString(), "--window", "0,0,1,1", "--count");
    Run check = Run.of("check", store.toString());
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out()).contains("nodes.pages, page");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nodes.pages", "store.log", "store.meta"})
  void anEmptyFileIsDamage(String file) throws IOException {
    Files.write(store.resolve(file), new byte[0]);
    assertRefused(3, file, "query", store.toString(), "--window", "0,0,1,1", "--count");
  }

  @Test
  void aTruncatedLogIsDamage() throws IOException {
    Path log = store.resolve("store.log");
    byte[] bytes = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(bytes, bytes.length - 5));
    assertRefused(3, "store.log", "check", store.toString());
    Files.write(log, Arrays.copyOf(bytes, bytes.length / 2));
    assertRefused(3, "store.log", "check", store.toString());
  }

  @Test
  void aNewerFormatIsRefused() throws IOException {
    Path meta = store.resolve("store.meta");
    String body =
        Files.readString(meta).replaceAll("format=\\d+", "format=99").replaceAll("crc32c=.*\n", "");
    CRC32C crc = new CRC32C();
    crc.update(body.getBytes(StandardCharsets.UTF_8));
    Files.writeString(meta, body + "crc32c=" + Long.toHexString(crc.getValue()) + "\n");
    assertRefused(
        3, "format version 99 is newer than the newest supported one", "check", store.toString());
  }

  @Test
  void wrongUsageIsExplained() throws IOException {
    assertRefused(2, "--data", "insert", store.toString());
    assertRefused(2, "nosuch", "nosuch");
    assertRefused(
        2, "predicate", "query", store.toString(), "--point", "0,0", "--predicate", "near");
    assertRefused(2, "--format", "query", store.toString(), "--point", "0,0", "--format", "xml");
  }

  @Test
  void wrongUsageIsOneLine() {
    for (String[] args :
        new String[][] {{"build"}, {"query", store.toString()}, {"insert", "--data"}, {"nosuch"}}) {
      Run run = Run.of(args);
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err().lines().count()).as(run.err()).isEqualTo(1);
    }
  }

  @Test
  void standardInputIsReadOnce() throws IOException {
    assertRefusedWithInput(
        "id,x,y\n1,0,0\n", 2, "once", "insert", store.toString(), "--data", "-", "-");
  }

  @Test
  void updatesAndDeletionsWithBadRowsChangeNothing() throws IOException {
    String header = "id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy\n";
    assertRefusedWithInput(
        header + "1,0,0,1,1,2,2,3,3\n2,0,0,1,1,3,3,2,2\n",
        2,
        "line 3",
        "update",
        store.toString(),
        "--data",
        "-");
    assertRefusedWithInput(
        "id,x,y\n1,0,0\n2,0,Infinity\n", 2, "line 3", "delete", store.toString(), "--data", "-");
  }

  @Test
  void aDamagedFileOfAnyKindIsLeftAsItIs() throws IOException {
    Files.writeString(store.resolve("store.meta"), "no description at all\n");
    for (String command : new String[] {"check", "recover", "stats"}) {
      assertRefused(3, "store.meta", command, store.toString());
    }
  }

  @Test
  void aBuildThatFailsLeavesAnEmptyDirectoryEmpty() throws IOException {
    Path there = Files.createDirectory(directory.resolve("there"));
    Run run = Run.withInput("id,x,y\n1,0,zero\n", "build", there.toString(), "--data", "-");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(there).isEmptyDirectory();
  }

  @Test
  void aStackTraceComesWithDebugOnly() {
    Run run = Run.of("query", store.toString(), "--point", "0,zero", "--debug");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("\tat org.flashgrove.cli");
  }
}
