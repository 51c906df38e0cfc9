package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.sedona.core.spatialOperator.JoinQuery;
import org.apache.sedona.core.spatialOperator.SpatialPredicate;
import org.apache.sedona.core.spatialRDD.SpatialRDD;
import org.apache.sedona.spark.SedonaContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.assertj.core.data.Offset;
import org.flashgrove.core.Seeds;
import org.flashgrove.spark.join.DatasetPartitioner;
import org.flashgrove.spark.join.JoinCondition;
import org.flashgrove.spark.join.NearestJoin;
import org.flashgrove.spark.join.SpatialJoin;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;

/** Queries and joins give what Sedona finds in the same rows. */
@Tag("sedona")
class SedonaTest {
  /** By this much distances of Sedona and ours may differ. */
  private static final Offset<Double> ROUNDING = Offset.offset(1e-9);

  @TempDir private static Path directory;
  private static Dataset<Row> left;
  private static Dataset<Row> right;

  private final Random random = Seeds.random();

  private static Dataset<Row> made(String name, int count) {
    Dataset<Row> rows = Session.frame(Session.rows(Seeds.random(), count, 80), Session.COLUMNS);
    rows.createOrReplaceTempView(name);
    rows.write()
        .format("flashgrove")
        .option("geometry", "geom")
        .option("partitions", 3)
        .mode("append")
        .save(path(name));
    return rows;
  }

  private static String path(String name) {
    return directory.resolve(name).toString();
  }

  private static List<String> ids(Dataset<Row> rows) {
    return rows.collectAsList().stream()
        .map(row -> row.get(0) + " " + row.get(row.size() - 1))
        .sorted()
        .toList();
  }

  @BeforeAll
  static void write() {
    SedonaContext.create(Session.get());
    left = made("a", 400);
    right = made("b", 300);
  }

  @Test
  void predicatesAndJoinsAreThoseOfSedona() {
    Dataset<Row> ours = Session.get().read().format("flashgrove").load(path("a"));
    for (String[] each :
        new String[][] {
          {"st_intersects(geom, %s) IS TRUE", "ST_Intersects(ST_GeomFromWKB(geom), g)"},
          {"st_within(geom, %s) IS TRUE", "ST_Within(ST_GeomFromWKB(geom), g)"},
          {"st_contains(geom, %s) IS TRUE", "ST_Contains(ST_GeomFromWKB(geom), g)"},
          {"st_dwithin(geom, %s, 40d) IS TRUE", "ST_DWithin(ST_GeomFromWKB(geom), g, 40d)"}
        }) {
      String literal = Session.literal(Session.disc(random, 120));
      String their =
          each[1]
              .replace("g)", "ST_GeomFromWKB(" + literal + "))")
              .replace("g,", "ST_GeomFromWKB(" + literal + "),");
      List<String> expected = ids(Session.get().sql("select id from a where " + their));
      String our = "flashgrove." + String.format(each[0], literal);
      assertThat(ids(ours.where(our).select("id"))).as(each[0]).isEqualTo(expected);
      Dataset<Row> turned = ours.where(their).select("id");
      assertThat(turned.queryExecution().executedPlan().toString())
          .contains("[pushed: ")
          .containsIgnoringCase(each[0].substring(0, each[0].indexOf('(')))
          .doesNotContain("Filter ");
      assertThat(ids(turned)).as(each[1]).isEqualTo(expected);
    }
    joins("ST_Intersects(%s, %s)", JoinCondition.intersects());
    joins("ST_Contains(%s, %s)", JoinCondition.contains());
    joins("ST_Within(%s, %s)", JoinCondition.within());
    joins("ST_DWithin(%s, %s, 7)", JoinCondition.dwithin(7));
  }

  @Test
  void emptyGeometriesAreAnsweredAsSedonaDoes() {
    GeometryFactory factory = new GeometryFactory();
    List<Geometry> geometries =
        List.of(
            factory.createPoint(),
            factory.createPolygon(),
            factory.createGeometryCollection(),
            factory.createPoint(new Coordinate(3, 4)),
            factory.toGeometry(new Envelope(0, 10, 0, 10)));
    List<Row> rows = new ArrayList<>();
    for (Geometry each : geometries) {
      rows.add(RowFactory.create((long) rows.size(), Session.wkb(each)));
    }
    StructType columns =
        new StructType().add("id", DataTypes.LongType).add("geom", DataTypes.BinaryType);
    Dataset<Row> plain = Session.frame(rows, columns);
    String path = path("empty");
    plain.write().format("flashgrove").option("geometry", "geom").mode("append").save(path);
    Dataset<Row> ours = Session.get().read().format("flashgrove").load(path);
    for (Geometry constant : geometries) {
      for (String each :
          List.of(
              "ST_Intersects(%s, %s)",
              "ST_Within(%s, %s)", "ST_Contains(%s, %s)", "ST_DWithin(%s, %s, 10d)")) {
        String literal = "ST_GeomFromWKB(" + Session.literal(constant) + ")";
        String asked = String.format(each, "ST_GeomFromWKB(geom)", literal);
        assertThat(ids(ours.where(asked).select("id")))
            .as(asked)
            .isEqualTo(ids(plain.where(asked).select("id")));
      }
    }
  }

  private void joins(String theirs, JoinCondition condition) {
    Dataset<Row> expected =
        Session.get()
            .sql(
                "select a.id as one, b.id as two from (select * from a where geom is not null) a,"
                    + " (select * from b where geom is not null) b where "
                    + String.format(theirs, "ST_GeomFromWKB(a.geom)", "ST_GeomFromWKB(b.geom)"));
    List<String> pairs = ids(expected);
    SpatialJoin join = new SpatialJoin(Session.get(), condition);
    assertThat(ids(join.ofDatasets(path("a"), path("b")).select("left.id", "right.id")))
        .as(theirs)
        .isNotEmpty()
        .isEqualTo(pairs);
    Dataset<Row> few = Session.get().table("a");
    assertThat(ids(join.ofRows(few, "geom", path("b")).select("left.id", "right.id")))
        .as(theirs)
        .isEqualTo(pairs);
  }

  @Test
  void joinsOfSedonaDivideAsADatasetDoesAndGiveNoPairTwice() throws Exception {
    DatasetPartitioner partitioner = DatasetPartitioner.of(Session.get(), path("b"));
    assertThat(partitioner.numPartitions()).isEqualTo(3);
    long pairs =
        JoinQuery.SpatialJoinQueryFlat(
                divided(left, partitioner),
                divided(right, partitioner),
                true,
                SpatialPredicate.INTERSECTS)
            .count();
    Dataset<Row> ours =
        new SpatialJoin(Session.get(), JoinCondition.intersects()).ofDatasets(path("a"), path("b"));
    assertThat(pairs).isPositive().isEqualTo(ours.count());
  }

  private static SpatialRDD<Geometry> divided(Dataset<Row> rows, DatasetPartitioner partitioner)
      throws Exception {
    return SedonaJoins.divided(
        rows.where("geom is not null").selectExpr("ST_GeomFromWKB(geom) as g"), "g", partitioner);
  }

  @Test
  void nearestRowsOfEachRowAreThoseOfAScan() throws ParseException {
    int wanted = 1 + random.nextInt(12);
    Map<Long, List<Row>> found =
        new NearestJoin(Session.get(), wanted)
            .ofRows(left, "geom", path("b")).collectAsList().stream()
                .collect(Collectors.groupingBy(row -> row.getStruct(0).getLong(0)));
    List<Row> others = right.where("geom is not null").collectAsList();
    List<Row> lefts = left.where("geom is not null").collectAsList();
    assertThat(found).hasSameSizeAs(lefts);
    for (Row row : lefts) {
      List<Row> pairs = found.get(row.getLong(0));
      Geometry from = geometry(row);
      List<Double> expected = new ArrayList<>();
      for (Row other : others) {
        expected.add(from.distance(geometry(other)));
      }
      expected.sort(null);
      assertThat(pairs.stream().mapToDouble(pair -> pair.getDouble(2)).toArray())
          .containsExactly(
              expected.stream().limit(wanted).mapToDouble(each -> each).toArray(), ROUNDING);
      assertThat(pairs.stream().map(pair -> pair.getStruct(1).getLong(0)).distinct())
          .hasSize(wanted);
      for (Row pair : pairs) {
        assertThat(pair.getStruct(0)).isEqualTo(row);
        assertThat(pair.getDouble(2))
            .isCloseTo(from.distance(geometry(pair.getStruct(1))), ROUNDING);
      }
    }
    assertThat(new NearestJoin(Session.get(), 301).ofRows(left.limit(9), "geom", path("b")).count())
        .isEqualTo(left.limit(9).where("geom is not null").count() * others.size());
    assertThatThrownBy(() -> new NearestJoin(Session.get(), 0)).hasMessageContaining("allowed: 1");
  }

  private static Geometry geometry(Row row) throws ParseException {
    return new WKBReader().read((byte[]) row.getAs("geom"));
  }
}
