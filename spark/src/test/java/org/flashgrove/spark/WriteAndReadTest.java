package org.flashgrove.spark;

import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Queries of datasets give what Spark finds in the rows themselves. */
class WriteAndReadTest {
  private static final String WITHIN = "flashgrove.st_within(geom, %s) IS TRUE";

  @TempDir private static Path sharedDirectory;
  private static Dataset<Row> shared;

  @TempDir private Path directory;
  private String path;
  private final Random random = Seeds.random();

  /** What tests that change nothing read: 3,000 rows in 6 tables. */
  @BeforeAll
  static void writeShared() {
    shared = Session.frame(Session.rows(Seeds.random(), 3000), Session.COLUMNS);
    Map<String, String> options = Map.of("partitions", "6", "indexed", "height,id");
    write(shared, "append", options, sharedDirectory.resolve("dataset").toString());
  }

  @BeforeEach
  void name() {
    path = directory.resolve("dataset").toString();
  }

  private Dataset<Row> made(int rows) {
    return Session.frame(Session.rows(random, rows), Session.COLUMNS);
  }

  private void write(Dataset<Row> rows, String mode, Map<String, String> options) {
    write(rows, mode, options, path);
  }

  private static void write(
      Dataset<Row> rows, String mode, Map<String, String> options, String path) {
    rows.write()
        .format("flashgrove")
        .option("geometry", "geom")
        .options(options)
        .mode(mode)
        .save(path);
  }

  private Dataset<Row> read() {
    return Session.get().read().format("flashgrove").load(path);
  }

  private static Dataset<Row> readShared() {
    String path = sharedDirectory.resolve("dataset").toString();
    return Session.get().read().format("flashgrove").load(path);
  }

  private static List<Long> ids(Dataset<Row> rows) {
    return rows.select("id").collectAsList().stream().map(row -> row.getLong(0)).sorted().toList();
  }

  @Test
  void conditionsFindTheSameRowsAsAFullScan() {
    Dataset<Row> frame = shared;
    Dataset<Row> read = readShared();
    assertThat(read.schema()).isEqualTo(frame.schema());
    assertThat(sorted(read)).isEqualTo(sorted(frame));
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      String window = Session.literal(Session.window(random, 150));
      String disc = Session.literal(Session.disc(random, 80));
      String small = Session.literal(Session.window(random, 0.2));
      conditions.add("flashgrove.st_intersects(geom, " + disc + ") IS TRUE");
      conditions.add("flashgrove.st_intersects(" + window + ", geom) IS TRUE and height > 10");
      conditions.add(String.format(WITHIN, disc) + " and name like 'n1%'");
      conditions.add("flashgrove.st_contains(geom, " + small + ") IS TRUE");
      conditions.add("flashgrove.st_contains(" + disc + ", geom) IS TRUE and geom is not null");
      conditions.add("flashgrove.st_dwithin(geom, " + small + ", 60d) IS TRUE");
      conditions.add("flashgrove.st_distance(geom, " + window + ") <= 20d");
      conditions.add("flashgrove.st_intersects(geom, " + disc + ")");
      conditions.add("not flashgrove.st_intersects(geom, " + disc + ")"); // left to Spark
    }
    conditions.add("name in ('n1', 'n2', null) or height is null");
    conditions.add("not (height >= 20.5 and name <> 'n7')");
    conditions.add("name like '%4' and id between 5 and 2000");
    conditions.add("geom is null");
    conditions.add("name is not null and 30 < height");
    List<List<Long>> expected = answers(frame, conditions);
    for (int i = 0; i < conditions.size(); i++) {
      String condition = conditions.get(i);
      assertThat(ids(read.where(condition))).as(condition).isEqualTo(expected.get(i));
      if (i % 3 == 0) {
        assertThat(read.where(condition).count()).as(condition).isEqualTo(expected.get(i).size());
      }
    }
  }

  private static List<Row> sorted(Dataset<Row> rows) {
    return rows.collectAsList().stream()
        .sorted(Comparator.comparingLong(row -> row.getLong(0)))
        .toList();
  }

  /** Returns the rows that fulfil each condition, by one scan, which asks Spark for all of them. */
  private static List<List<Long>> answers(Dataset<Row> frame, List<String> conditions) {
    List<String> columns = new ArrayList<>(List.of("id"));
    conditions.forEach(each -> columns.add("(" + each + ") as c" + columns.size()));
    List<Row> rows = sorted(frame.selectExpr(columns.toArray(new String[0])));
    List<List<Long>> answers = new ArrayList<>();
    for (int i = 1; i < columns.size(); i++) {
      int column = i;
      answers.add(
          rows.stream()
              .filter(row -> !row.isNullAt(column) && row.getBoolean(column))
              .map(row -> row.getLong(0))
              .toList());
    }
    return answers;
  }

  @Test
  void plansShowWhatIsPushed() {
    String window = Session.literal(Session.window(random, 50));
    String plan = plan(readShared().where(String.format(WITHIN, window) + " and height > 10"));
    assertThat(plan)
        .contains("st_within(geom", "height > 10.0", "tables ")
        .doesNotContain("tables 6 of 6")
        .doesNotContain("Filter ");
    assertThat(plan(readShared().select("name").limit(7))).contains("limit 7");
    assertThat(plan(readShared().where("height > 3").groupBy().count())).contains("; count");
    assertThat(plan(readShared().agg(expr("count(*)"), expr("min(height)"), expr("max(id)"))))
        .contains("aggregates of the manifest", "tables 0 of 6");
    String corner = Session.literal(new GeometryFactory().createPoint(new Coordinate(0, 0)));
    assertThat(plan(nearest(corner, 9)))
        .contains("nearest 9 to POINT (0 0)", "st_distance")
        .doesNotContain("tables 6 of 6", "@");
  }

  @Test
  void plansShowConditionsWithNamesAndConstants() {
    String window =
        Session.literal(new GeometryFactory().toGeometry(new Envelope(1, 2.5, 3, 4.25)));
    String disc =
        Session.literal(new GeometryFactory().createPoint(new Coordinate(9, 9)).buffer(3));
    assertThat(pushed("flashgrove.st_intersects(geom, " + window + ") is true"))
        .isEqualTo("st_intersects(geom, BOX(1.0 3.0, 2.5 4.25))");
    assertThat(pushed("flashgrove.st_dwithin(geom, " + disc + ", 2) is true"))
        .isEqualTo("st_dwithin(geom, POLYGON of 33 points in BOX(6.0 6.0, 12.0 12.0), 2.0)");
    assertThat(
            pushed(
                "flashgrove.st_distance(geom, X'00000000013FF00000000000004000000000000000') <="
                    + " 2.5"))
        .isEqualTo("(st_distance(geom, POINT (1 2))) <= 2.5");
    assertThat(pushed("name is null or height <= 2.5 or id = 7"))
        .isEqualTo("((name IS NULL) OR (height <= 2.5)) OR (id = 7)");
    assertThat(pushed("id in (" + "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11" + ")"))
        .matches("id IN \\(([0-9]+, ){10}... of 11 values\\)");
  }

  private String pushed(String condition) {
    String plan = plan(readShared().where(condition));
    int start = plan.indexOf("[pushed: ") + 9;
    return plan.substring(start, plan.indexOf("; tables", start));
  }

  @Test
  void rowsOfATableAreGroupedWhereTheyAre() {
    assertThat(readShared().columns()).doesNotContain("_table");
    Dataset<Row> counts = readShared().groupBy("_table").count();
    assertThat(plan(counts)).contains("_table").doesNotContain("Exchange");
    List<Row> tables = counts.collectAsList();
    assertThat(tables).hasSize(6);
    assertThat(tables.stream().mapToLong(row -> row.getLong(1)).sum()).isEqualTo(3000);
    String one = tables.get(0).getString(0);
    assertThat(sharedDirectory.resolve("dataset").resolve(one)).exists();
    Dataset<Row> rows = readShared().where("_table = '" + one + "' and id >= 0");
    assertThat(rows.count()).isEqualTo(tables.get(0).getLong(1));
    assertThat(readShared().selectExpr("max(_table) > min(_table)").head().getBoolean(0)).isTrue();
  }

  private static String plan(Dataset<Row> rows) {
    return rows.queryExecution().executedPlan().toString();
  }

  private static Dataset<Row> nearest(String from, int limit) {
    return readShared()
        .where("geom is not null")
        .orderBy(expr("flashgrove.st_distance(geom, " + from + ")"))
        .limit(limit);
  }

  @Test
  void nearestLimitsAndAggregatesAreThoseOfAFullScan() {
    Dataset<Row> frame = shared;
    for (int i = 0; i < 3; i++) {
      String from = Session.literal(Session.window(random, 1));
      String distance = "flashgrove.st_distance(geom, " + from + ") as d";
      List<Row> expected =
          frame
              .where("geom is not null")
              .selectExpr(distance)
              .orderBy("d")
              .limit(20)
              .collectAsList();
      assertThat(nearest(from, 20).selectExpr(distance).collectAsList()).isEqualTo(expected);
    }
    assertThat(readShared().limit(17).count()).isEqualTo(17);
    String[] aggregates = {
      "count(*)", "count(geom)", "count(name)", "min(height)", "max(height)", "min(id)", "max(id)"
    };
    assertThat(readShared().selectExpr(aggregates).collectAsList())
        .isEqualTo(frame.selectExpr(aggregates).collectAsList());
    assertThat(readShared().where("height < -1").selectExpr("count(*)", "max(id)").collectAsList())
        .isEqualTo(frame.where("height < -1").selectExpr("count(*)", "max(id)").collectAsList());
    String nowhere = "flashgrove.st_within(geom, X'01010000000000000000408FC00000000000408FC0')";
    assertThat(readShared().where(nowhere + " IS TRUE").count()).isZero();
  }

  @Test
  void appendingOverwritingAndDeleting() {
    Dataset<Row> frame = made(900);
    write(frame.where("id < 300"), "append", Map.of("partitions", "2"));
    write(frame.where("id between 300 and 599"), "append", Map.of("partitions", "2"));
    assertThat(ids(read())).isEqualTo(ids(frame.where("id < 600")));
    String disc = Session.literal(Session.disc(random, 200));
    String condition = "flashgrove.st_within(geom, " + disc + ") IS TRUE and height > 10";
    Session.get().sql("delete from flashgrove.`" + path + "` where " + condition);
    String kept = "id < 600 and not coalesce(" + condition + ", false)";
    assertThat(ids(read())).isEqualTo(ids(frame.where(kept)));
    try {
      frame.where("id >= 600").writeTo("flashgrove.`" + path + "`").overwrite(expr("height <= 10"));
    } catch (org.apache.spark.sql.catalyst.analysis.NoSuchTableException e) {
      throw new AssertionError(e);
    }
    assertThat(ids(read()))
        .isEqualTo(
            ids(frame.where("id >= 600 or (" + kept + " and not coalesce(height <= 10, false))")));
    write(frame.where("id < 50"), "overwrite", Map.of());
    assertThat(ids(read())).isEqualTo(ids(frame.where("id < 50")));
    Dataset<Row> first = Session.get().read().format("flashgrove").option("version", 1).load(path);
    assertThat(ids(first)).isEqualTo(ids(frame.where("id < 300")));
  }

  @Test
  void wrongCallsAreRefusedInOneLineAndLeaveNothing() throws Exception {
    Dataset<Row> frame = made(50);
    assertThatThrownBy(() -> read()).hasMessageContaining("is not a Flashgrove dataset");
    assertThatThrownBy(() -> write(frame.withColumnRenamed("geom", "g"), "append", Map.of()))
        .hasMessageContaining("geometry column 'geom': no such column; set option geometry");
    assertThatThrownBy(() -> write(frame.selectExpr("array(id) as a", "geom"), "append", Map.of()))
        .hasMessageContaining("column 'a' of type array<bigint> (allowed: boolean,");
    assertThatThrownBy(() -> write(frame, "append", Map.of("index", "quadtree")))
        .hasMessageContaining("quadtree");
    assertThatThrownBy(() -> write(frame, "append", Map.of("indexed", "owner")))
        .hasMessageContaining("option indexed: column 'owner'");
    assertThatThrownBy(() -> write(frame, "append", Map.of("partitions", "-1")))
        .hasMessageContaining("option partitions = -1 (allowed: 1 to");
    assertThat(Files.exists(Path.of(path))).isFalse();
    Dataset<Row> broken = frame.withColumn("geom", expr("case when id = 7 then X'0102' end"));
    assertThatThrownBy(() -> write(broken, "append", Map.of())).hasStackTraceContaining("WKB");
    write(frame, "append", Map.of());
    Dataset<Row> other = frame.withColumn("height", expr("array(1)"));
    assertThatThrownBy(() -> write(other, "append", Map.of())).hasMessageContaining("height");
    assertThat(ids(read())).isEqualTo(ids(frame));
    try (Stream<Path> files = Files.walk(Path.of(path))) {
      assertThat(files.filter(file -> file.toString().endsWith(".table"))).hasSize(1);
    }
  }

  @Test
  void rowsWithoutGeometriesAndNoRowsAtAll() {
    Dataset<Row> frame = made(60).withColumn("geom", expr("cast(null as binary)"));
    write(frame, "append", Map.of("partitions", "3"));
    assertThat(ids(read())).isEqualTo(ids(frame));
    Geometry window = Session.window(random, 100);
    assertThat(read().where(String.format(WITHIN, Session.literal(window))).count()).isZero();
    write(frame.where("id < 0"), "overwrite", Map.of());
    assertThat(read().count()).isZero();
    assertThat(read().collectAsList()).isEmpty();
  }

  @Test
  void valuesThatTablesWouldChangeAreRefused() {
    Dataset<Row> frame = made(20);
    Dataset<Row> odd = frame.withColumn("name", expr("if(id = 7, cast(X'61FF' as string), name)"));
    assertThatThrownBy(() -> write(odd, "append", Map.of()))
        .hasStackTraceContaining("column 'name': a string with bytes that are not UTF-8; make");
    Dataset<Row> none = frame.withColumn("geom", expr("if(id = 7, X'', geom)"));
    assertThatThrownBy(() -> write(none, "append", Map.of()))
        .hasStackTraceContaining("column 'geom': the geometry has zero bytes; write WKB or null");
    assertThat(Files.exists(Path.of(path).resolve("manifests"))).isFalse();
    write(frame, "append", Map.of());
    assertThat(read().where("name >= cast(X'6EFF' as string)").count())
        .isEqualTo(frame.where("name >= cast(X'6EFF' as string)").count());
  }
}
