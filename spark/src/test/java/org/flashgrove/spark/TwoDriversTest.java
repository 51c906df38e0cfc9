package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.flashgrove.access.StoreCheck;
import org.flashgrove.core.Seeds;
import org.flashgrove.spark.WriterProcess.Kind;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.Manifest;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.remote.OpenTables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two drivers in processes of their own write to one dataset at once, on files of the machine. */
@Tag("long")
class TwoDriversTest {
  @TempDir private Path directory;
  private final SparkSession spark = Session.get();
  private Process other;
  private Writer orders;
  private BufferedReader answers;
  private Path errors;

  @BeforeEach
  void start() throws IOException {
    List<String> command =
        Stream.of(
                Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                Stream.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(each -> each.startsWith("--add-opens")),
                Stream.of("-cp", TestClasses.path()),
                Stream.of(WriterProcess.class.getName()))
            .flatMap(each -> each)
            .toList();
    errors = directory.resolve("errors");
    other = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    orders = other.outputWriter(StandardCharsets.UTF_8);
    answers =
        new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8));
    assertThat(answer("READY")).isEmpty();
  }

  @AfterEach
  void end() throws Exception {
    orders.close();
    if (!other.waitFor(30, TimeUnit.SECONDS)) {
      other.destroyForcibly();
    }
  }

  /** Returns what a line of the other process says behind a word; other lines are Spark's. */
  private String answer(String word) throws IOException {
    String line = answers.readLine();
    while (line != null && !line.startsWith(word)) {
      line = answers.readLine();
    }
    if (line == null) {
      throw new AssertionError(
          "the other process ended before " + word + ": " + Files.readString(errors));
    }
    return line.substring(word.length()).trim();
  }

  private static List<Long> ids(long first) {
    return LongStream.iterate(first, id -> id + 100).limit(10).boxed().toList();
  }

  /** Returns the rows after a write. */
  private static List<Long> after(Kind kind, List<Long> before, long first) {
    List<Long> rows = new ArrayList<>(before);
    switch (kind) {
      case OVERWRITE, OVERWRITE_OTHER_COLUMNS -> rows.clear();
      case OVERWRITE_WHERE -> rows.removeIf(id -> id < 500);
      case OVERWRITE_PLACES -> rows.removeIf(id -> id >= 600);
      case DELETE -> rows.removeIf(id -> id < 300 || id >= 800);
      case DELETE_ROW_BY_ROW -> rows.removeIf(id -> id < 100);
      case DELETE_ALL -> rows.clear();
      default -> {
        // rows stay
      }
    }
    if (kind.adds()) {
      rows.addAll(ids(first));
    }
    rows.sort(null);
    return rows;
  }

  private List<Long> rows(String path) {
    return spark.read().format("flashgrove").load(path).select("id").collectAsList().stream()
        .map(row -> row.getLong(0))
        .sorted()
        .toList();
  }

  /** Makes a dataset; returns its rows, or null for none. */
  private List<Long> made(int state, String path) {
    if (state == 0) {
      return null;
    }
    WriterProcess.write(
        WriterProcess.rows(spark, state == 1 ? 1000 : 40).where("id < 1000"), "append", path);
    return rows(path);
  }

  /** Checks every table of the newest version, and compares it with its entry of the manifest. */
  private void checkDataset(String path, String name) throws IOException {
    var home = new org.apache.hadoop.fs.Path(path);
    DatasetDirectory dataset = new DatasetDirectory(home, spark.sessionState().newHadoopConf());
    Manifest newest = dataset.require();
    for (SealedTable each : newest.tables()) {
      var file = new org.apache.hadoop.fs.Path(home, each.file());
      try (OpenTables.Use use =
          OpenTables.open(file.getFileSystem(new Configuration()), file, each, 0)) {
        StoreCheck check = use.table().check();
        assertThat(check.ok()).as("%s: %s: %s", name, each.file(), check).isTrue();
        assertThat(use.table().size()).as("%s: %s", name, each.file()).isEqualTo(each.records());
      }
    }
    assertThat(spark.read().format("flashgrove").load(path).count())
        .as(name)
        .isEqualTo(newest.records());
  }

  /** Reads a dataset while others write it; returns its rows, or null if there is no dataset. */
  private List<Long> readMeanwhile(String path) {
    try {
      return rows(path);
    } catch (Exception e) {
      if (String.valueOf(e.getMessage()).contains("is not a Flashgrove dataset")) {
        return null;
      }
      throw e;
    }
  }

  /**
   * Runs two writes at once.
   *
   * @param before rows of the dataset, or null if there is none
   * @return its rows afterwards, or null if the next pair needs another dataset
   */
  private List<Long> pair(
      Random random, String path, List<Long> before, Map<String, Integer> outcomes)
      throws IOException {
    Kind own = kind(random, before == null);
    Kind others = kind(random, before == null);
    long first = random.nextInt(100);
    long second = random.nextInt(100);
    orders.write(others + " " + second + " " + path + "\n");
    orders.flush();
    CompletableFuture<List<Long>> meanwhile =
        CompletableFuture.supplyAsync(() -> readMeanwhile(path));
    String outcome = WriterProcess.outcome(own, Long.toString(first), path, spark);
    String otherOutcome = answer("END");
    String name =
        before
            + ": "
            + own
            + " "
            + first
            + " "
            + outcome
            + ", "
            + others
            + " "
            + second
            + " "
            + otherOutcome;
    List<Long> start = before == null ? List.of() : before;
    boolean isDone = outcome.equals("done");
    boolean isOtherDone = otherOutcome.equals("done");
    List<Long> ownFirst = isDone ? after(own, start, first) : start;
    List<Long> otherFirst = isOtherDone ? after(others, start, second) : start;
    List<List<Long>> allowed =
        List.of(
            isOtherDone ? after(others, ownFirst, second) : ownFirst,
            isDone ? after(own, otherFirst, first) : otherFirst);
    boolean isThere = before != null || isDone || isOtherDone;
    List<Long> now = isThere ? rows(path) : null;
    if (isThere) {
      assertThat(now).as(name).isIn(allowed);
      checkDataset(path, name);
    }
    assertThat(meanwhile.join())
        .as("read meanwhile, %s", name)
        .isIn(before, ownFirst, otherFirst, allowed.get(0), allowed.get(1));
    if (before != null) {
      assertThat(isDone && own.hasOtherColumns()).as(name).isFalse();
      assertThat(isOtherDone && others.hasOtherColumns()).as(name).isFalse();
    }
    boolean mayFail = own.hasOtherColumns() || others.hasOtherColumns();
    assertThat(mayFail || !(outcome + otherOutcome).contains("failed")).as(name).isTrue();
    assertThat(isDone || isOtherDone || mayFail).as(name).isTrue();
    outcomes.merge(own + " " + outcome.split(" ")[0], 1, Integer::sum);
    outcomes.merge(others + " " + otherOutcome.split(" ")[0], 1, Integer::sum);
    return before == null && mayFail ? null : now;
  }

  private static Kind kind(Random random, boolean creates) {
    Kind[] kinds = Kind.values();
    Kind found = kinds[random.nextInt(kinds.length)];
    while (creates && !found.creates()) {
      found = kinds[random.nextInt(kinds.length)];
    }
    return found;
  }

  @Test
  void aThousandPairsAreSerializableOrRefused() throws IOException {
    Random random = Seeds.random();
    Map<String, Integer> outcomes = new TreeMap<>();
    int pairs = Integer.getInteger("flashgrove.spark.pairs", 1000);
    List<Long> rows = null;
    String path = null;
    for (int i = 0; i < pairs; i++) {
      if (rows == null || random.nextInt(8) == 0) {
        path = directory.resolve("dataset" + i).toString();
        rows = made(random.nextInt(3), path);
      }
      rows = pair(random, path, rows, outcomes);
      if (i % 50 == 49) {
        System.out.printf("%d pairs%n", i + 1);
      }
    }
    System.out.printf("%d pairs: %s%n", pairs, outcomes);
  }
}
