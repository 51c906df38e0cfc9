package org.flashgrove.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.sedona.spark.SedonaContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random queries of a dataset give what Spark finds in the same rows in memory. */
class PushDownTest {
  private static final int ROWS = 300;

  /** Queries that Spark analyses together where there are many. */
  private static final int BATCH = 100;

  /** Queries of the same rows where there are many. */
  private static final int SAME = 2_000;

  /** Beyond it Spark sorts rows instead of making an array of twice the limit. */
  private static final String TOP_K = "spark.sql.execution.topKSortFallbackThreshold";

  /** Plans of few rows do not change while they run. */
  private static final String ADAPTIVE = "spark.sql.adaptive.enabled";

  @TempDir private static Path directory;
  private static Dataset<Row> plain;
  private static Dataset<Row> read;

  @AfterAll
  static void restore() {
    Session.get().conf().unset(TOP_K);
    Session.get().conf().unset(ADAPTIVE);
  }

  @BeforeAll
  static void write() {
    Session.get().conf().set(TOP_K, 10_000);
    Session.get().conf().set(ADAPTIVE, false);
    plain = rows(Seeds.random(), ROWS, false, false);
    read = written(plain, "mixed", 3);
  }

  private static Dataset<Row> rows(Random random, int count, boolean allLocated, boolean allWhole) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(MixedRows.row(random, i, allLocated, allWhole));
    }
    return Session.frame(rows, MixedRows.COLUMNS);
  }

  private static Dataset<Row> written(Dataset<Row> rows, String name, int tables) {
    String path = directory.resolve(name).toString();
    rows.write()
        .format("flashgrove")
        .option("geometry", "geom")
        .option("partitions", tables)
        .option("indexed", "number,name")
        .mode("append")
        .save(path);
    return Session.get().read().format("flashgrove").load(path);
  }

  private static List<Long> ids(Dataset<Row> rows) {
    return rows.select("id").collectAsList().stream().map(row -> row.getLong(0)).sorted().toList();
  }

  private static void queries(
      Random random, boolean hasSedona, Dataset<Row> rows, Dataset<Row> from, int size) {
    new PushDownBatch(random, hasSedona, rows, from, size).filters();
    new PushDownBatch(random, hasSedona, rows, from, size).limited();
    new PushDownBatch(random, hasSedona, rows, from, size).nearest();
    new PushDownBatch(random, hasSedona, rows, from, size).aggregates();
  }

  @Test
  void queriesGiveWhatSparkFinds() {
    queries(Seeds.random(), false, plain, read, 12);
  }

  @Test
  @Tag("sedona")
  void functionsOfSedonaGiveWhatSedonaFinds() throws IOException {
    SedonaContext.create(Session.get());
    Random random = Seeds.random();
    Dataset<Row> rows = rows(random, ROWS, false, true);
    new PushDownDirect(random, true, rows, written(rows, "whole", 2)).run(40);
  }

  private static Object[] tenThousandValues(String name) {
    Random random = Seeds.random();
    Object[] values = new Object[10_000];
    for (int i = 0; i < values.length; i++) {
      boolean isFar = name.equals("number") && random.nextInt(100) > 0;
      values[i] = isFar ? 100 + i : MixedRows.value(random, MixedRows.COLUMNS.fieldIndex(name));
    }
    return values;
  }

  @Test
  void membershipsOfTenThousandValues() {
    Object[] values = tenThousandValues("number");
    Set<Object> asked = Set.copyOf(new HashSet<>(List.of(values)));
    List<Long> expected =
        plain.where("number is not null").select("id", "number").collectAsList().stream()
            .filter(row -> asked.contains(row.get(1)))
            .map(row -> row.getLong(0))
            .toList();
    assertThat(ids(read.where(col("number").isin(values)))).isNotEmpty().isEqualTo(expected);
  }

  @Test
  void rowsWithoutDistanceFollowTheNearestWhereTheseAreFew() {
    Column distance =
        MixedConditions.function(
            "st_distance",
            col("geom"),
            lit(new byte[] {0, 0, 0, 0, 1, 64, 1, 0, 0, 0, 0, 0, 0, 64, 1, 0, 0, 0, 0, 0, 0}));
    for (int limit : new int[] {1, ROWS / 2, ROWS - 1, ROWS, Integer.MAX_VALUE}) {
      Column order = distance.asc_nulls_last();
      assertThat(distances(read, order, distance, limit))
          .as("limit %d", limit)
          .hasSize(Math.min(limit, ROWS))
          .isEqualTo(distances(plain, order, distance, limit));
    }
  }

  private static List<Row> distances(Dataset<Row> rows, Column order, Column distance, int limit) {
    return rows.orderBy(order).limit(limit).select(distance).collectAsList();
  }

  @Test
  @Tag("long")
  void aHundredThousandQueriesGiveWhatSparkFinds() throws IOException {
    SedonaContext.create(Session.get());
    Random random = Seeds.random();
    Object[] values = tenThousandValues("length");
    assertThat(ids(read.where(col("length").isin(values))))
        .isEqualTo(ids(plain.where(col("length").isin(values))));
    int count = Integer.getInteger("flashgrove.spark.queries", 100_000);
    long pushed = 0;
    for (int done = 0; done < count; done += SAME) {
      boolean ofSedona = random.nextBoolean();
      Dataset<Row> rows = rows(random, 1 + random.nextInt(ROWS), random.nextInt(3) == 0, ofSedona);
      Dataset<Row> from = written(rows, "mixed" + done, 1 + random.nextInt(3));
      queries(random, ofSedona, rows, from, 3);
      PushDownDirect direct = new PushDownDirect(random, ofSedona, rows, from);
      for (int i = 0; i < SAME; i += BATCH) {
        direct.run(BATCH);
      }
      pushed += direct.pushed();
      System.out.printf("%d queries, %d pushed down as a whole%n", done + SAME, pushed);
    }
  }
}
