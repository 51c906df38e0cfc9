package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.sidecar.FileIndex;
import org.flashgrove.spark.join.JoinCondition;
import org.flashgrove.spark.join.NearestJoin;
import org.flashgrove.spark.join.SpatialJoin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Geometry;

/** Joins with indexed data files find the pairs that comparing all pairs of rows finds. */
class IndexedJoinsTest {
  private static final int ROWS = 60;
  private static final int ROUNDS = Repetitions.of(1, 20);
  private static final StructType COLUMNS =
      new StructType()
          .add("number", DataTypes.LongType)
          .add("name", DataTypes.StringType)
          .add("geom", DataTypes.BinaryType);

  @TempDir private Path folder;

  /** A side of a join: its rows by their numbers, and its geometries. */
  private record Side(TreeMap<Long, Geometry> shapes, String path) {
    /** Returns the numbers of the pairs of two sides, as text. */
    List<String> pairs(Side right, BiPredicate<Geometry, Geometry> test) {
      List<String> pairs = new ArrayList<>();
      shapes.forEach(
          (one, left) ->
              right.shapes.forEach(
                  (other, shape) -> {
                    if (test.test(left, shape)) {
                      pairs.add(one + " " + other);
                    }
                  }));
      return pairs.stream().sorted().toList();
    }

    Dataset<Row> rows() {
      List<Row> rows = new ArrayList<>();
      shapes.forEach(
          (number, shape) ->
              rows.add(RowFactory.create(number, "row " + number, Session.wkb(shape))));
      rows.add(RowFactory.create(-1L, "nowhere", null));
      return Session.frame(rows, COLUMNS);
    }
  }

  private static TreeMap<Long, Geometry> shapes(Random random) {
    TreeMap<Long, Geometry> shapes = new TreeMap<>();
    for (long i = 0; i < ROWS; i++) {
      Geometry shape = MixedRows.geometry(random, true);
      if (!shape.isEmpty()) {
        shapes.put(i, shape);
      }
    }
    return shapes;
  }

  private Side file(String name, Random random) throws IOException {
    TreeMap<Long, Geometry> shapes = shapes(random);
    List<String> lines = new ArrayList<>(List.of("id,wkt,number,name"));
    lines.add("1000,,-1,nowhere");
    shapes.forEach(
        (number, shape) ->
            lines.add(number + 500 + ",\"" + shape + "\"," + number + ",row " + number));
    Path file = Files.write(folder.resolve(name), lines);
    FileIndex.build(file).close();
    return new Side(shapes, file.toString());
  }

  private Side dataset(String name, Random random) {
    Side side = new Side(shapes(random), folder.resolve(name).toString());
    side.rows()
        .write()
        .format("flashgrove")
        .option("geometry", "geom")
        .mode("append")
        .save(side.path);
    return side;
  }

  private static List<String> texts(Dataset<Row> pairs) {
    return pairs
        .selectExpr("concat(left.number, ' ', right.number)", "left.name", "right.name")
        .collectAsList()
        .stream()
        .map(
            row -> {
              String[] numbers = row.getString(0).split(" ");
              assertThat(row.getString(1)).isEqualTo("row " + numbers[0]);
              assertThat(row.getString(2)).isEqualTo("row " + numbers[1]);
              return row.getString(0);
            })
        .sorted()
        .toList();
  }

  /** Condition and what it means. */
  private record Condition(JoinCondition asked, BiPredicate<Geometry, Geometry> test) {
    static Condition of(Random random) {
      double distance = random.nextInt(5);
      return switch (random.nextInt(4)) {
        case 0 -> new Condition(JoinCondition.intersects(), Geometry::intersects);
        case 1 -> new Condition(JoinCondition.contains(), Geometry::contains);
        case 2 -> new Condition(JoinCondition.within(), Geometry::within);
        default ->
            new Condition(
                JoinCondition.dwithin(distance),
                (left, right) -> left.isWithinDistance(right, distance));
      };
    }
  }

  @Test
  void joinsFindThePairsOfAllRows() throws IOException {
    Random random = Seeds.random();
    Side one = file("one.csv", random);
    Side other = file("other.csv", random);
    Side dataset = dataset("dataset", random);
    for (int i = 0; i < ROUNDS; i++) {
      for (Side[] sides : new Side[][] {{one, other}, {one, dataset}, {dataset, one}}) {
        Condition condition = Condition.of(random);
        SpatialJoin join = new SpatialJoin(Session.get(), condition.asked);
        assertThat(texts(join.ofDatasets(sides[0].path, sides[1].path)))
            .isEqualTo(sides[0].pairs(sides[1], condition.test));
        assertThat(join.skipped().count()).isZero();
      }
      Condition condition = Condition.of(random);
      SpatialJoin join = new SpatialJoin(Session.get(), condition.asked);
      assertThat(texts(join.ofRows(dataset.rows(), "geom", one.path)))
          .isEqualTo(dataset.pairs(one, condition.test));
      requireNearest(dataset, one, 1 + random.nextInt(5));
    }
  }

  private static void requireNearest(Side left, Side file, int count) {
    TreeMap<Long, List<Double>> expected = new TreeMap<>();
    left.shapes.forEach(
        (number, shape) ->
            expected.put(
                number,
                file.shapes.values().stream().map(shape::distance).sorted().limit(count).toList()));
    TreeMap<Long, List<Double>> found = new TreeMap<>();
    NearestJoin join = new NearestJoin(Session.get(), count);
    for (Row row :
        join.ofRows(left.rows(), "geom", file.path)
            .selectExpr("left.number", "right.number", "distance")
            .collectAsList()) {
      Geometry from = left.shapes.get(row.getLong(0));
      double distance = row.getDouble(2);
      assertThat(from.distance(file.shapes.get(((Number) row.get(1)).longValue())))
          .isEqualTo(distance);
      found.computeIfAbsent(row.getLong(0), number -> new ArrayList<>()).add(distance);
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void aStaleFileIsNamed() throws IOException {
    Side file = file("one.csv", Seeds.random());
    SpatialJoin join = new SpatialJoin(Session.get(), JoinCondition.intersects());
    Dataset<Row> pairs = join.ofRows(file.rows(), "geom", file.path);
    Files.writeString(Path.of(file.path), "id,wkt,number,name\n1,POINT (1 1),1,row 1\n");
    String message =
        file.path + ": changed after it was indexed; run 'flashgrove index --update " + file.path;
    assertThatThrownBy(() -> join.ofRows(file.rows(), "geom", file.path))
        .hasMessageStartingWith(message);
    assertThatThrownBy(pairs::collectAsList).hasMessageContaining(message);
  }
}
