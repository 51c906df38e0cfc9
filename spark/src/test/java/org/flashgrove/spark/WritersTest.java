package org.flashgrove.spark;

import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.spark.WatchedFileSystem.Fault;
import org.flashgrove.spark.WatchedFileSystem.Outcome;
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.ConflictException;
import org.flashgrove.spark.dataset.DatasetDirectory;
import org.flashgrove.spark.dataset.Manifest;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.dataset.TableChange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two writers at once: the result is that of one after the other, or one of them is refused. Both
 * places where a write may come between are tried for every pair: before the other one looks for
 * the newest version, and after it did.
 */
class WritersTest {
  private static final StructType COLUMNS =
      new StructType().add("id", DataTypes.LongType).add("geom", DataTypes.BinaryType);

  /** Rows of the dataset that is filled, by tables; a row is a place on a line. */
  private static final long[][] FILLED = {{0, 3, 4}, {5, 9, 12}, {20, 25}};

  private static final Configuration CONFIGURATION = Session.get().sessionState().newHadoopConf();

  @TempDir private Path directory;
  private int datasets;

  /** A write of rows that are known by their places. */
  private record Writer(String name, Scope scope, LongPredicate replaced, long... added) {
    /** Returns the rows after the write. */
    List<Long> on(List<Long> rows) {
      List<Long> after = new ArrayList<>(rows);
      after.removeIf(replaced::test);
      LongStream.of(added).forEach(after::add);
      after.sort(null);
      return after;
    }
  }

  private enum Scope {
    APPEND,
    OTHER_COLUMNS,
    OVERWRITE,
    OVERWRITE_WHERE,
    DELETE,
    COMPACT;

    /** Returns whether there may be no dataset. */
    boolean creates() {
      return this == APPEND || this == OVERWRITE || this == OTHER_COLUMNS;
    }
  }

  private static List<Writer> writers(long number) {
    long[] added = {number, 6 + number, 14 + number, 30 + number};
    LongPredicate low = place -> place < 10;
    LongPredicate middle = place -> place >= 5 && place < 15;
    LongPredicate high = place -> place >= 20;
    LongPredicate none = place -> false;
    return List.of(
        new Writer("append", Scope.APPEND, none, added),
        new Writer("append other columns", Scope.OTHER_COLUMNS, none, added),
        new Writer("overwrite", Scope.OVERWRITE, place -> true, added),
        new Writer("overwrite by nothing", Scope.OVERWRITE, place -> true),
        new Writer("overwrite where low", Scope.OVERWRITE_WHERE, low, added),
        new Writer("overwrite where low by low", Scope.OVERWRITE_WHERE, low, number),
        new Writer("overwrite where high", Scope.OVERWRITE_WHERE, high, 20 + number),
        new Writer("delete low", Scope.DELETE, low),
        new Writer("delete middle", Scope.DELETE, middle),
        new Writer("compact", Scope.COMPACT, none));
  }

  /** A dataset of manifests alone, whose tables' rows a test knows. */
  private final class Model {
    private final DatasetDirectory dataset;
    private final Map<String, long[]> tables = new LinkedHashMap<>();
    private Manifest base;

    Model(long[]... filled) throws IOException {
      Path home = directory.resolve("d" + datasets++);
      Files.createDirectories(home.resolve("manifests")); // Hadoop starts a process for that
      dataset =
          new DatasetDirectory(new org.apache.hadoop.fs.Path("watched:" + home), CONFIGURATION);
      if (filled != null) {
        List<SealedTable> first = new ArrayList<>();
        for (long[] rows : filled) {
          first.add(table(rows));
        }
        base = dataset.commit(empty(COLUMNS), TableChange.append(), first);
      }
    }

    private Manifest empty(StructType columns) {
      return Manifest.empty(columns, "geom", Map.of("index", "rstar"));
    }

    private SealedTable table(long... rows) {
      String file = "tables/" + tables.size();
      tables.put(file, rows);
      double least = LongStream.of(rows).min().orElseThrow();
      double greatest = LongStream.of(rows).max().orElseThrow();
      Bounds bounds = new Bounds(least, 0, greatest, 0);
      return new SealedTable(file, 1, 0, rows.length, rows.length, bounds, Map.of());
    }

    private boolean mayHold(SealedTable table, LongPredicate asked) {
      return LongStream.rangeClosed((long) table.bounds().minX(), (long) table.bounds().maxX())
          .anyMatch(asked);
    }

    /** Prepares a write for the base; returns its commit. */
    private Commit prepared(Writer writer) {
      boolean isOther = writer.scope == Scope.OTHER_COLUMNS && base == null;
      Manifest from =
          base != null ? base : empty(isOther ? COLUMNS.add("x", DataTypes.LongType) : COLUMNS);
      List<String> touched =
          from.tables().stream()
              .filter(each -> mayHold(each, writer.replaced))
              .map(SealedTable::file)
              .toList();
      List<SealedTable> added = new ArrayList<>();
      if (writer.added.length > 0) {
        added.add(table(writer.added));
      }
      List<String> all = from.tables().stream().map(SealedTable::file).toList();
      TableChange change =
          switch (writer.scope) {
            case APPEND, OTHER_COLUMNS -> TableChange.append();
            case OVERWRITE -> TableChange.overwrite();
            case OVERWRITE_WHERE ->
                TableChange.overwriteWhere(touched, each -> mayHold(each, writer.replaced));
            case DELETE -> TableChange.rewrite(touched);
            case COMPACT -> TableChange.rewrite(all);
          };
      List<String> read = writer.scope == Scope.COMPACT ? all : touched;
      long[] kept =
          writer.scope == Scope.OVERWRITE
              ? new long[0]
              : read.stream()
                  .flatMapToLong(file -> LongStream.of(tables.get(file)))
                  .filter(writer.replaced.negate())
                  .toArray();
      if (kept.length > 0) {
        added.add(table(kept));
      }
      return () -> dataset.commit(from, change, added);
    }

    private List<Long> rows() throws IOException {
      return dataset.require().tables().stream()
          .flatMapToLong(each -> LongStream.of(tables.get(each.file())))
          .boxed()
          .sorted()
          .toList();
    }
  }

  private interface Commit {
    void run() throws IOException;
  }

  private static boolean isDone(Commit commit) throws IOException {
    try {
      commit.run();
      return true;
    } catch (ConflictException e) {
      assertThat(e).hasMessageEndingWith("; run the write again").hasMessageNotContaining("\n");
      return false;
    }
  }

  @BeforeEach
  @AfterEach
  void heal() {
    WatchedFileSystem.reset(Fault.NONE);
  }

  /** Runs something once, when a commit has looked for the newest version. */
  private static void between(Commit other) {
    AtomicBoolean done = new AtomicBoolean();
    WatchedFileSystem.reset(
        (call, path) -> {
          if (call.equals("rename") && path.contains("/manifests/") && !done.getAndSet(true)) {
            try {
              other.run();
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          }
          return Outcome.WORKS;
        });
  }

  private void pair(String state, long[][] filled, Writer first, Writer second, boolean isLate)
      throws IOException {
    String name = state + ": " + first.name + ", then " + second.name + (isLate ? " late" : "");
    Model model = new Model(filled);
    Commit other = model.prepared(first);
    Commit commit = model.prepared(second);
    if (isLate) {
      between(other);
    } else {
      other.run();
    }
    boolean isDone = isDone(commit);
    WatchedFileSystem.reset(Fault.NONE);
    List<Long> before = new ArrayList<>();
    for (long[] rows : filled == null ? new long[0][] : filled) {
      LongStream.of(rows).forEach(before::add);
    }
    boolean isOther =
        filled == null
            && (first.scope == Scope.OTHER_COLUMNS) != (second.scope == Scope.OTHER_COLUMNS);
    if (isOther || second.scope.creates()) {
      assertThat(isDone).as(name).isEqualTo(!isOther);
    }
    List<Long> oneWay = second.on(first.on(before));
    List<Long> otherWay = first.on(second.on(before));
    assertThat(model.rows())
        .as(name)
        .isIn(isDone ? List.of(oneWay, otherWay) : List.of(first.on(before)));
  }

  @Test
  void everyPairIsSerializableOrRefused() throws IOException {
    Map<String, long[][]> states = new LinkedHashMap<>();
    states.put("new", null);
    states.put("empty", new long[0][]);
    states.put("filled", FILLED);
    for (Map.Entry<String, long[][]> state : states.entrySet()) {
      for (Writer first : writers(1)) {
        for (Writer second : writers(2)) {
          boolean isNew = state.getValue() == null;
          if (!isNew || first.scope.creates() && second.scope.creates()) {
            pair(state.getKey(), state.getValue(), first, second, false);
            pair(state.getKey(), state.getValue(), first, second, true);
          }
        }
      }
    }
  }

  private String path() {
    return "watched:" + directory.resolve("s" + datasets++);
  }

  private static Dataset<Row> rows(long first, long last) {
    return Session.get()
        .range(first, last, 1, 1)
        .selectExpr(
            "id",
            "unhex(concat('0000000001', '4059', lpad(hex(id), 4, '0'), '00000000',"
                + " '4059000000000000')) as geom");
  }

  private static void write(Dataset<Row> rows, String mode, String path) {
    rows.write()
        .format("flashgrove")
        .option("geometry", "geom")
        .option("partitions", 1)
        .mode(mode)
        .save(path);
  }

  private static void overwrite(Dataset<Row> rows, String condition, String path) {
    try {
      rows.writeTo("flashgrove.`" + path + "`").overwrite(expr(condition));
    } catch (org.apache.spark.sql.catalyst.analysis.NoSuchTableException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Long> ids(String path) {
    return Session.get()
        .read()
        .format("flashgrove")
        .load(path)
        .select("id")
        .collectAsList()
        .stream()
        .map(row -> row.getLong(0))
        .sorted()
        .toList();
  }

  private static List<Long> range(long first, long last) {
    return LongStream.range(first, last).boxed().toList();
  }

  @Test
  void overwritesAtOnceDoNotAddUp() {
    String path = path();
    between(() -> write(rows(0, 5), "overwrite", path));
    write(rows(5, 8), "overwrite", path);
    assertThat(ids(path)).isEqualTo(range(5, 8));
    write(rows(0, 0), "overwrite", path);
    between(() -> overwrite(rows(20, 25), "id >= 20", path));
    assertThatThrownBy(() -> overwrite(rows(20, 22), "id >= 20", path))
        .hasStackTraceContaining("ConflictException")
        .hasStackTraceContaining("may contain rows which this write replaces; run the write again");
    assertThat(ids(path)).isEqualTo(range(20, 25));
  }

  @Test
  void datasetsMadeAtOnceHaveTheSameColumns() {
    String path = path();
    between(() -> write(rows(0, 3).withColumn("x", expr("1")), "append", path));
    assertThatThrownBy(() -> write(rows(3, 9), "append", path))
        .hasStackTraceContaining("has other columns or settings than the version");
    assertThat(ids(path)).isEqualTo(range(0, 3));
    String same = path();
    between(() -> write(rows(0, 3), "append", same));
    write(rows(3, 9), "append", same);
    assertThat(ids(same)).isEqualTo(range(0, 9));
  }

  @Test
  void deletingAndCompactingAtOnce() throws IOException {
    String path = path();
    write(rows(0, 5), "append", path);
    write(rows(5, 9), "append", path);
    between(() -> Session.get().sql("delete from flashgrove.`" + path + "` where id < 2"));
    assertThatThrownBy(() -> Datasets.compact(Session.get(), path, 100))
        .hasStackTraceContaining("because another write replaced them; run the write again");
    assertThat(ids(path)).isEqualTo(range(2, 9));
    write(rows(12, 13), "append", path);
    between(() -> write(rows(9, 12), "append", path));
    Datasets.compact(Session.get(), path, 100);
    assertThat(ids(path)).isEqualTo(range(2, 13));
    between(() -> Session.get().sql("delete from flashgrove.`" + path + "`"));
    assertThatThrownBy(() -> overwrite(rows(0, 2), "id < 9", path))
        .hasStackTraceContaining("run the write again");
    assertThat(ids(path)).isEmpty();
  }

  @Test
  void fileSystemsThatMayReplaceFilesAreRefused() {
    Configuration plain = new Configuration(CONFIGURATION);
    plain.unset("flashgrove.commit.watched");
    assertThatThrownBy(
            () ->
                new DatasetDirectory(new org.apache.hadoop.fs.Path(path()), plain)
                    .commit(
                        Manifest.empty(COLUMNS, "geom", Map.of()), TableChange.append(), List.of()))
        .hasMessageContaining("file system 'watched': is not known to keep writers apart; set");
  }
}
