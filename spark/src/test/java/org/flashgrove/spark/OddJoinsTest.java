package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.spark.join.JoinCondition;
import org.flashgrove.spark.join.NearestJoin;
import org.flashgrove.spark.join.SpatialJoin;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;
import org.locationtech.jts.operation.relateng.RelateNG;
import org.locationtech.jts.operation.relateng.RelatePredicate;

/** Joins answer for collections, empty and invalid geometries on either side as JTS does. */
class OddJoinsTest {
  private static final StructType COLUMNS =
      new StructType().add("id", DataTypes.LongType).add("geom", DataTypes.BinaryType);

  private static final String[] SHAPES = {
    null,
    "POINT EMPTY",
    "POLYGON EMPTY",
    "GEOMETRYCOLLECTION EMPTY",
    "POINT (5 5)",
    "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))",
    "MULTIPOINT (EMPTY, (5 5))",
    "MULTIPOLYGON (EMPTY, ((4 4, 6 4, 6 6, 4 6, 4 4)))",
    "GEOMETRYCOLLECTION (POINT (5 5), LINESTRING (1 1, 9 9))",
    "GEOMETRYCOLLECTION (POLYGON ((2 2, 8 2, 8 8, 2 8, 2 2)), POINT (20 20))",
    "GEOMETRYCOLLECTION (POINT EMPTY, GEOMETRYCOLLECTION (POINT (5 5)))",
    "LINESTRING (0 0, 10 10)",
    "POINT (30 5)"
  };

  /** Invalid ones, of which JTS defines no answer: a bow tie, a spike and a hole outside. */
  private static final String[] INVALID = {
    "POLYGON ((0 0, 10 10, 10 0, 0 10, 0 0))",
    "POLYGON ((0 0, 10 0, 20 0, 10 0, 10 10, 0 10, 0 0))",
    "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (6 6, 8 6, 8 8, 6 8, 6 6))",
    "MULTIPOLYGON (((0 0, 6 0, 6 6, 0 6, 0 0)), ((3 3, 9 3, 9 9, 3 9, 3 3)))"
  };

  @TempDir private static Path directory;
  private static List<Geometry> geometries;
  private static Dataset<Row> rows;
  private static String path;

  private final SpatialJoin intersects = join(JoinCondition.intersects());

  @BeforeAll
  static void write() throws ParseException {
    geometries = new ArrayList<>();
    List<Row> all = new ArrayList<>();
    for (String[] texts : new String[][] {SHAPES, INVALID}) {
      for (String text : texts) {
        Geometry geometry = text == null ? null : new WKTReader().read(text);
        byte[] wkb = geometry == null ? null : Session.wkb(geometry);
        all.add(RowFactory.create((long) geometries.size(), wkb));
        geometries.add(geometry);
      }
    }
    rows = Session.frame(all, COLUMNS);
    path = directory.resolve("dataset").toString();
    rows.write().format("flashgrove").option("geometry", "geom").mode("append").save(path);
  }

  private static SpatialJoin join(JoinCondition condition) {
    return new SpatialJoin(Session.get(), condition);
  }

  /** Returns the pairs of geometries of which JTS says what it thinks. */
  private static List<String> pairs(Dataset<Row> joined) {
    return joined.select("left.id", "right.id").collectAsList().stream()
        .filter(row -> row.getLong(0) < SHAPES.length && row.getLong(1) < SHAPES.length)
        .map(row -> row.getLong(0) + " " + row.getLong(1))
        .sorted()
        .toList();
  }

  private static List<String> expected(BiPredicate<Geometry, Geometry> holds) {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < SHAPES.length; i++) {
      for (int j = 0; j < SHAPES.length; j++) {
        Geometry one = geometries.get(i);
        Geometry other = geometries.get(j);
        boolean areBoth = one != null && !one.isEmpty() && other != null && !other.isEmpty();
        if (areBoth && holds.test(one, other)) {
          pairs.add(i + " " + j);
        }
      }
    }
    pairs.sort(null);
    return pairs;
  }

  @Test
  void joinsAnswerAsJtsDoes() {
    Map<JoinCondition, BiPredicate<Geometry, Geometry>> conditions = new LinkedHashMap<>();
    conditions.put(
        JoinCondition.intersects(),
        (one, other) -> RelateNG.relate(one, other, RelatePredicate.intersects()));
    conditions.put(
        JoinCondition.contains(),
        (one, other) -> RelateNG.relate(one, other, RelatePredicate.contains()));
    conditions.put(
        JoinCondition.within(),
        (one, other) -> RelateNG.relate(one, other, RelatePredicate.within()));
    conditions.put(JoinCondition.dwithin(11), (one, other) -> one.distance(other) <= 11);
    conditions.forEach(
        (condition, holds) -> {
          List<String> expected = expected(holds);
          assertThat(pairs(join(condition).ofDatasets(path, path))).isEqualTo(expected);
          assertThat(pairs(join(condition).ofRows(rows, "geom", path))).isEqualTo(expected);
        });
  }

  @Test
  void nearestJoinsAnswerForEveryRowWithAGeometry() {
    List<Row> found = new NearestJoin(Session.get(), 1).ofRows(rows, "geom", path).collectAsList();
    long located = geometries.stream().filter(each -> each != null && !each.isEmpty()).count();
    assertThat(found).hasSize((int) located).allMatch(row -> row.getDouble(2) == 0);
  }

  @Test
  void aRowWithoutWkbIsNamed() {
    Dataset<Row> broken =
        Session.frame(List.of(RowFactory.create(77L, new byte[] {1, 2})), COLUMNS);
    assertThatThrownBy(() -> intersects.ofRows(broken, "geom", path))
        .hasMessageStartingWith("row [77,")
        .hasMessageContaining("WKB");
    Dataset<Row> nearest = new NearestJoin(Session.get(), 1).ofRows(broken, "geom", path);
    assertThatThrownBy(nearest::collectAsList).hasStackTraceContaining("row [77,");
  }
}
