package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.flashgrove.spark.WatchedFileSystem.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executors and drivers, processes of their own, are killed by the operating system in each phase
 * of a write: the dataset is as before or complete.
 */
@Tag("long")
class KilledTest {
  private static final int BEFORE = 20_000;
  private static final int ALL = 60_000;
  private static final String TABLE = ".table";
  private static final String MANIFEST = "/manifests/";

  /** More than Spark tries a task. */
  private static final int ALWAYS = 12;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private Path orders;
  private Path home;
  private String path;

  @BeforeEach
  void write() throws Exception {
    WatchedFileSystem.reset(Fault.NONE);
    orders = Files.createDirectory(directory.resolve("orders"));
    home = Files.createDirectory(directory.resolve("home"));
    Files.createDirectory(home.resolve("jars"));
    path = "watched:" + directory.resolve("dataset");
    KilledWrite.write(Session.get(), path, 0, BEFORE);
    assertThat(rows()).isEqualTo(BEFORE);
  }

  @AfterEach
  void executorsAreGone() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (others().findAny().isPresent() && System.nanoTime() < end) {
      Thread.sleep(100);
    }
    assertThat(others()).isEmpty();
  }

  /** Processes that have this test's directory in their commands. */
  private Stream<ProcessHandle> others() {
    return ProcessHandle.allProcesses()
        .filter(each -> each.pid() != ProcessHandle.current().pid())
        .filter(each -> commandOf(each).contains(home.toString()));
  }

  private static String commandOf(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
    } catch (IOException e) {
      return "";
    }
  }

  private Process start() throws IOException {
    String classes = TestClasses.path();
    List<String> command =
        Stream.of(
                Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                Stream.of("-Xmx1g", "-XX:TieredStopAtLevel=1"),
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(each -> each.startsWith("--add-opens")),
                Stream.of("-Dspark.test.home=" + home, "-cp", classes),
                Stream.of(KilledWrite.class.getName(), path, orders.toString()),
                Stream.of(Integer.toString(BEFORE), Integer.toString(ALL)))
            .flatMap(each -> each)
            .toList();
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_DIST_CLASSPATH", classes);
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    return builder
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("driver.log").toFile())
        .start();
  }

  private int run() throws Exception {
    Process driver = start();
    if (!driver.waitFor(4, TimeUnit.MINUTES)) {
      driver.destroyForcibly();
    }
    return driver.waitFor();
  }

  private Dataset<Row> read() {
    return Session.get().read().format("flashgrove").load(path);
  }

  /** Returns the number of rows after reading all of them; they are different ones. */
  private long rows() {
    List<Row> all = read().selectExpr("id", "name", "geom").collectAsList();
    assertThat(all.stream().map(row -> row.getLong(0)).distinct()).hasSize(all.size());
    assertThat(all).allMatch(row -> row.getString(1).equals("n" + row.getLong(0)));
    return all.size();
  }

  private long files(String ending) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("dataset"))) {
      return files.filter(each -> each.toString().endsWith(ending)).count();
    }
  }

  private void killedExecutor(String call) throws Exception {
    KillOrders.give(orders, call, call.equals(KillOrders.LOADING) ? "" : TABLE, 1, 0);
    int end = run();
    assertThat(KillOrders.left(orders)).as("orders nobody took").isZero();
    assertThat(end).isZero();
    assertThat(rows()).isEqualTo(ALL);
    assertThat(files(TABLE)).isEqualTo(8);
    System.out.printf("executor killed, %s: complete, no other file%n", call);
  }

  @Test
  void anExecutorKilledWhileItFillsATable() throws Exception {
    killedExecutor(KillOrders.LOADING);
  }

  @Test
  void anExecutorKilledWhenItCreatesAFile() throws Exception {
    killedExecutor("create");
  }

  @Test
  void anExecutorKilledWhenItWritesAFile() throws Exception {
    killedExecutor("write");
  }

  @Test
  void anExecutorKilledWhenItClosesAFile() throws Exception {
    killedExecutor("close");
  }

  @Test
  void executorsKilledAgainAndAgain() throws Exception {
    KillOrders.give(orders, "write", TABLE, ALWAYS, 0);
    assertThat(run()).isNotZero();
    assertThat(KillOrders.left(orders)).isLessThan(ALWAYS);
    assertThat(rows()).isEqualTo(BEFORE);
    assertThat(files(TABLE)).isEqualTo(4);
    System.out.println("executors killed at each attempt: as before, no other file");
  }

  private void killedDriver(String call, String part, int victims, long expected) throws Exception {
    KillOrders.give(orders, call, part, victims, 0);
    int end = run();
    assertThat(end).isEqualTo(137);
    assertThat(KillOrders.left(orders)).as("orders nobody took").isZero();
    assertThat(rows()).isEqualTo(expected);
    executorsAreGone();
    long left = files(TABLE) + files(".tmp");
    Datasets.clean(Session.get(), path, Long.MAX_VALUE);
    assertThat(rows()).isEqualTo(expected);
    assertThat(files(TABLE)).isEqualTo(expected == ALL ? 8 : 4);
    assertThat(files(".tmp")).isZero();
    System.out.printf(
        "driver killed, %s: %s, %d files, %d after clean%n",
        call, expected == ALL ? "complete" : "as before", left, files(TABLE));
  }

  @Test
  void aDriverKilledBeforeTheManifestIsWritten() throws Exception {
    killedDriver("create", MANIFEST, 1, BEFORE);
  }

  @Test
  void aDriverKilledBeforeTheRename() throws Exception {
    killedDriver("rename", MANIFEST, 1, BEFORE);
  }

  @Test
  void aDriverKilledAfterTheRename() throws Exception {
    killedDriver("renamed", MANIFEST, 1, ALL);
  }

  @Test
  void aDriverKilledWhileTasksWrite() throws Exception {
    Process driver = start();
    KillOrders.give(orders, "write", TABLE, 1, driver.pid());
    driver.waitFor(4, TimeUnit.MINUTES);
    assertThat(driver.waitFor()).isEqualTo(137);
    executorsAreGone();
    assertThat(rows()).isEqualTo(BEFORE);
    Datasets.clean(Session.get(), path, Long.MAX_VALUE);
    assertThat(files(TABLE)).isEqualTo(4);
    System.out.println("driver killed while tasks write: as before, 4 files after clean");
  }
}
