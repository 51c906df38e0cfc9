package org.flashgrove.spark;

import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.flashgrove.core.Seeds;
import org.flashgrove.spark.WatchedFileSystem.Fault;
import org.flashgrove.spark.WatchedFileSystem.Outcome;
import org.flashgrove.spark.join.JoinCondition;
import org.flashgrove.spark.join.NearestJoin;
import org.flashgrove.spark.join.SpatialJoin;
import org.flashgrove.spark.remote.OpenTables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Geometry;

/**
 * Queries and writes that are cancelled, or fail, at a random call of the file system: each ends,
 * with its own failure or the right answer, and leaves other queries alone.
 */
class CancelledTest {
  private static final int ROWS = 600;
  private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  /**
   * Reasons for failures. Spark denies a commit if an attempt fails while it commits and the next
   * one asks before the scheduler has noticed.
   */
  private static final String[] REASONS = {
    "made to fail", "cancelled", "canceled", "killed", "TaskKilledException", "Commit denied"
  };

  @TempDir private static Path directory;
  private static String path;
  private static Dataset<Row> few;
  private static Map<String, Query> queries;
  private static Map<String, Object> answers;

  /** Queries whose tasks run in threads of the test, without a scheduler. */
  private static Map<String, Query> tasks;

  private final SparkSession spark = Session.get();

  /** A query that gives the same answer each time. */
  private interface Query {
    Object answer();
  }

  @BeforeAll
  static void write() {
    WatchedFileSystem.reset(Fault.NONE);
    Random random = Seeds.random();
    path = "watched:" + directory.resolve("dataset");
    append(Session.frame(Session.rows(random, ROWS, 40), Session.COLUMNS), path);
    few = Session.frame(Session.rows(random, 40, 20), Session.COLUMNS);
    queries = queries(Session.window(random, 400));
    answers = new LinkedHashMap<>();
    queries.forEach((name, query) -> answers.put(name, query.answer()));
    tasks = tasks(Session.window(random, 400));
    tasks.forEach((name, query) -> answers.put(name, query.answer()));
  }

  private static Map<String, Query> tasks(Geometry window) {
    SparkSession spark = Session.get();
    String literal = Session.literal(window);
    String within = "flashgrove.st_within(geom, " + literal + ") is true";
    String distance = "flashgrove.st_distance(geom, " + literal + ")";
    Map<String, Query> all = new LinkedHashMap<>();
    all.put("tasks of a scan", scan(read(path).select("id")));
    all.put("tasks of a window", scan(read(path).where(within).select("id")));
    all.put(
        "tasks of a count", scan(read(path).where(within + " and height > 3").groupBy().count()));
    all.put(
        "tasks of a nearest",
        scan(read(path).where("geom is not null").orderBy(expr(distance)).limit(9)));
    SpatialJoin join = new SpatialJoin(spark, JoinCondition.intersects());
    all.put("tasks of a join", rows(join.ofDatasets(path, path)));
    all.put("tasks of a join of rows", rows(join.ofRows(few, "geom", path)));
    all.put("tasks of a nearest join", rows(new NearestJoin(spark, 3).ofRows(few, "geom", path)));
    return all;
  }

  /** Returns the query that reads what a plan reads of the dataset. */
  private static Query scan(Dataset<Row> rows) {
    LocalTasks<InternalRow> read =
        new LocalTasks<>(rows.queryExecution().sparkPlan().collectLeaves().head().execute());
    return () -> read.run(row -> row.getLong(0));
  }

  private static Query rows(Dataset<Row> joined) {
    LocalTasks<Row> rows = new LocalTasks<>(joined.select("left.id", "right.id").javaRDD().rdd());
    return () -> rows.run(Row::toString);
  }

  @AfterEach
  void heal() {
    WatchedFileSystem.reset(Fault.NONE);
    spark.sparkContext().clearJobGroup();
  }

  private static void append(Dataset<Row> rows, String path) {
    rows.write()
        .format("flashgrove")
        .option("geometry", "geom")
        .option("partitions", 3)
        .mode("append")
        .save(path);
  }

  private static Dataset<Row> read(String path) {
    return Session.get().read().format("flashgrove").load(path);
  }

  private static List<Long> ids(Dataset<Row> rows) {
    return rows.select("id").collectAsList().stream().map(row -> row.getLong(0)).sorted().toList();
  }

  private static Map<String, Query> queries(Geometry window) {
    SparkSession spark = Session.get();
    String literal = Session.literal(window);
    String within = "flashgrove.st_within(geom, " + literal + ") is true";
    String distance = "flashgrove.st_distance(geom, " + literal + ")";
    SpatialJoin join = new SpatialJoin(spark, JoinCondition.intersects());
    Map<String, Query> all = new LinkedHashMap<>();
    all.put("scan", () -> ids(read(path)));
    all.put("window", () -> ids(read(path).where(within)));
    all.put("count", () -> read(path).where(within + " and height > 3").count());
    all.put(
        "nearest",
        () ->
            read(path)
                .where("geom is not null")
                .orderBy(expr(distance))
                .limit(9)
                .selectExpr(distance)
                .collectAsList());
    all.put("join", () -> join.ofDatasets(path, path).count());
    all.put("join of rows", () -> join.ofRows(few, "geom", path).count());
    all.put(
        "nearest join",
        () ->
            new NearestJoin(spark, 3)
                .ofRows(few, "geom", path).collectAsList().stream()
                    .map(row -> row.getDouble(2))
                    .sorted()
                    .toList());
    return all;
  }

  /** Cancels a group of jobs, or fails, at one call. */
  private Fault disturbance(Random random, String group, boolean cancels) {
    AtomicInteger left = new AtomicInteger(random.nextInt(12));
    boolean waits = random.nextInt(3) > 0;
    return (call, name) -> {
      if (left.getAndDecrement() != 0) {
        return Outcome.WORKS;
      }
      if (!cancels) {
        return Outcome.FAILS;
      }
      spark.sparkContext().cancelJobGroup(group);
      if (waits && TaskContext.get() != null) {
        awaitInterrupt();
      }
      return Outcome.WORKS;
    };
  }

  /** Waits until Spark has interrupted the task, so that the next call meets the interruption. */
  private static void awaitInterrupt() {
    long end = System.nanoTime() + MOST_WAIT_NANOS;
    while (!Thread.currentThread().isInterrupted() && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  /** Runs work under a disturbance; returns its answer or why it failed. */
  private Object disturbed(Random random, Query query) throws Exception {
    String group = "group " + random.nextLong();
    WatchedFileSystem.reset(disturbance(random, group, random.nextBoolean()));
    CompletableFuture<Object> end = new CompletableFuture<>();
    Thread runner =
        new Thread(
            () -> {
              spark.sparkContext().setJobGroup(group, group, true);
              try {
                end.complete(query.answer());
              } catch (Throwable e) {
                end.complete(e);
              }
            });
    runner.start();
    Object answer = end.get(60, TimeUnit.SECONDS);
    runner.join();
    WatchedFileSystem.reset(Fault.NONE);
    return answer;
  }

  private static void isExplained(String name, Throwable failure) {
    StringBuilder all = new StringBuilder();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      all.append(each).append('\n');
    }
    assertThat(all.toString()).as(name).containsAnyOf(REASONS);
  }

  private void readsEndForTheirOwnReason(Random random, int count) throws Exception {
    List<String> names = List.copyOf(queries.keySet());
    for (int i = 0; i < count; i++) {
      String name = names.get(i % names.size());
      if (random.nextInt(4) > 0) {
        OpenTables.closeUnused(); // so that files are read again
      }
      Object answer = disturbed(random, queries.get(name));
      if (answer instanceof Throwable failure) {
        isExplained(name, failure);
      } else {
        assertThat(answer).as(name).isEqualTo(answers.get(name));
      }
    }
    allAnswerRight();
  }

  private void allAnswerRight() {
    queries.forEach(
        (name, query) -> assertThat(query.answer()).as(name).isEqualTo(answers.get(name)));
    tasks.forEach(
        (name, query) -> assertThat(query.answer()).as(name).isEqualTo(answers.get(name)));
  }

  /** Cancels the task that makes a certain call, or fails that call. */
  private static Fault disturbance(Random random) {
    AtomicInteger left = new AtomicInteger(random.nextInt(25));
    boolean cancels = random.nextBoolean();
    return (call, name) -> {
      if (left.getAndDecrement() != 0) {
        return Outcome.WORKS;
      }
      if (cancels) {
        LocalTasks.cancel();
      }
      return cancels ? Outcome.WORKS : Outcome.FAILS;
    };
  }

  /** Runs queries two at a time; each ends for its own reason or answers right. */
  private int tasksEndForTheirOwnReason(Random random, int count) throws Exception {
    List<String> names = List.copyOf(tasks.keySet());
    int failed = 0;
    for (int i = 0; i < count; i += 2) {
      if (random.nextInt(3) > 0) {
        OpenTables.closeUnused(); // so that files are read again
      }
      WatchedFileSystem.reset(disturbance(random));
      String one = names.get(random.nextInt(names.size()));
      String other = names.get(random.nextInt(names.size()));
      CompletableFuture<Object> ofOther = CompletableFuture.supplyAsync(() -> ended(other));
      Object ofOne = ended(one);
      for (Object answer : List.of(ofOne, ofOther.get(60, TimeUnit.SECONDS))) {
        String name = answer == ofOne ? one : other;
        if (answer instanceof Throwable failure) {
          isExplained(name, failure);
          failed++;
        } else {
          assertThat(answer).as(name).isEqualTo(answers.get(name));
        }
      }
    }
    WatchedFileSystem.reset(Fault.NONE);
    return failed;
  }

  /** Returns the answer of a query, or why it failed. */
  private static Object ended(String name) {
    try {
      return tasks.get(name).answer();
    } catch (RuntimeException | Error e) {
      return e;
    }
  }

  private void writesAreDoneOrNot(Random random, int count) throws Exception {
    String changed = "watched:" + directory.resolve("changed" + random.nextInt());
    append(few, changed);
    List<Long> before = ids(read(changed));
    for (int i = 0; i < count; i++) {
      List<Long> after = new ArrayList<>(before);
      Query write;
      if (i % 3 == 0) {
        String statement = "delete from flashgrove.`" + changed + "` where id < 5";
        write = () -> spark.sql(statement);
        after.removeIf(id -> id < 5);
      } else if (i % 3 == 1) {
        Dataset<Row> added = few.where("id < 12");
        write =
            () -> {
              append(added, changed);
              return "done";
            };
        for (long id = 0; id < 12; id++) {
          after.add(id);
        }
        after.sort(null);
      } else {
        write = () -> Datasets.compact(spark, changed, 1000);
      }
      Object answer = disturbed(random, write);
      List<Long> now = ids(read(changed));
      if (answer instanceof Throwable failure) {
        isExplained("write " + i, failure);
        assertThat(now).isIn(before, after);
      } else {
        assertThat(now).isEqualTo(after);
      }
      before = now;
    }
  }

  /** Returns how many files of the datasets are open; those of the machine's tables, too. */
  private static long openFiles() throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.filter(CancelledTest::isOurs).count();
    }
  }

  private static boolean isOurs(Path descriptor) {
    try {
      String file = Files.readSymbolicLink(descriptor).toString();
      boolean isOfClassPath = file.endsWith(".jar");
      return !isOfClassPath
          && (file.contains(directory.toString()) || file.contains("flashgrove-"));
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }

  /** Returns how many threads other than this one run our code; Spark keeps its own threads. */
  private static long busyThreads() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(each -> each.getKey() != Thread.currentThread())
        .filter(
            each ->
                Stream.of(each.getValue())
                    .anyMatch(frame -> frame.getClassName().startsWith("org.flashgrove.")))
        .count();
  }

  /** Waits for tasks that were cancelled: Spark answers before they have ended. */
  private void nothingIsOpen() throws IOException {
    long end = System.nanoTime() + MOST_WAIT_NANOS;
    do {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      OpenTables.closeUnused();
    } while (openFiles() + busyThreads() > 0 && System.nanoTime() < end);
    assertThat(openFiles()).isZero();
    assertThat(busyThreads()).isZero();
  }

  @Test
  @Timeout(120)
  void queriesThatEndEarlyLeaveOthersAlone() throws Exception {
    Random random = Seeds.random();
    readsEndForTheirOwnReason(random, 2 * queries.size());
    assertThat(tasksEndForTheirOwnReason(random, 60)).isPositive();
    allAnswerRight();
    writesAreDoneOrNot(random, 3);
    nothingIsOpen();
  }

  @Test
  @Tag("long")
  void tenThousandQueriesThatEndEarlyLeaveOthersAlone() throws Exception {
    Random random = Seeds.random();
    readsEndForTheirOwnReason(random, 100);
    nothingIsOpen();
    int rounds = Integer.getInteger("flashgrove.spark.queries", 10_000) / 500;
    int failed = 0;
    for (int i = 0; i < rounds; i++) {
      failed += tasksEndForTheirOwnReason(random, 480);
      readsEndForTheirOwnReason(random, 14);
      writesAreDoneOrNot(random, 6);
      nothingIsOpen();
      System.out.printf(
          "%d queries and writes, %d queries of tasks failed%n", 500 * (i + 1), failed);
    }
  }
}
