package org.flashgrove.access.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Compares joins by distance and by nearness with nested loops, for all combinations of tables and
 * stores, metrics and kinds of objects. Objects lie at the poles, at the 180th meridian and
 * between.
 */
class JoinCombinationsTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int COUNT = 14;

  /** Kind of the objects of a side. */
  private enum Shape {
    POINT,
    BOX,
    LINE,
    POLYGON
  }

  private final Random random = Seeds.random();

  /** A side of a join: a table of geometries, or a store of their rectangles. */
  private record Side(Table table, SpatialStore store, Map<Long, Geometry> objects)
      implements AutoCloseable {
    /** Creates a side. A table has no index if {@code index} is null. */
    static Side of(boolean isTable, String metric, String index, List<Geometry> geometries) {
      Map<Long, Geometry> objects = new HashMap<>();
      if (isTable) {
        TableOptions options =
            TableOptions.defaults().withDevice("memory").withSync(SyncMode.CLOSE);
        Table table =
            Table.create(
                Path.of("unused"),
                index == null ? options : options.withMetric(metric).withIndex("geom", index));
        for (Geometry each : geometries) {
          objects.put(table.insert(objects.size(), each, ByteBuffer.allocate(0)), each);
        }
        return new Side(table, null, objects);
      }
      SpatialStore store =
          SpatialStore.create(
              Path.of("unused"),
              StoreOptions.defaults()
                  .withDevice("memory")
                  .withSync(SyncMode.CLOSE)
                  .withMetric(metric)
                  .withIndex(index));
      for (Geometry each : geometries) {
        Envelope box = each.getEnvelopeInternal();
        long id = objects.size();
        store.insert(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
        objects.put(id, each);
      }
      return new Side(null, store, objects);
    }

    /** Returns the metric of a join with another side. */
    Metric metric(Side other) {
      if (table == null) {
        return store.metric();
      }
      return table.geometryIndex() == null && other != this ? other.metric(other) : table.metric();
    }

    JoinQuery with(Side right) {
      JoinQuery.Left left = table == null ? JoinQuery.of(store) : JoinQuery.of(table);
      return right.table == null ? left.with(right.store) : left.with(right.table);
    }

    @Override
    public void close() {
      if (table == null) {
        store.close();
      } else {
        table.close();
      }
    }
  }

  private static double within(double least, double most, double value) {
    return Math.max(least, Math.min(most, value));
  }

  private Coordinate near(Coordinate at, double degrees) {
    double x = at.x + degrees * (2 * random.nextDouble() - 1);
    double y = within(-90, 90, at.y + degrees * (2 * random.nextDouble() - 1));
    return new Coordinate(x > 180 ? x - 360 : x < -180 ? x + 360 : x, y);
  }

  private Geometry next(Shape shape) {
    double x = random.nextInt(3) == 0 ? 360 * random.nextInt(2) - 180 : around(180);
    double y = random.nextInt(3) == 0 ? 180 * random.nextInt(2) - 90 : around(90);
    Coordinate start = new Coordinate(x, y);
    double size = random.nextInt(3) == 0 ? 20 : 2;
    return switch (shape) {
      case POINT -> GEOMETRIES.createPoint(start);
      case BOX -> box(start, random.nextInt(14) == 0 ? 200 : size / 4);
      case LINE -> {
        Coordinate second = near(start, size);
        yield GEOMETRIES.createLineString(new Coordinate[] {start, second, near(second, size)});
      }
      case POLYGON -> {
        Coordinate second = near(start, size);
        yield GEOMETRIES.createPolygon(new Coordinate[] {start, second, near(second, size), start});
      }
    };
  }

  /** Returns a rectangle, or a segment along a meridian or a parallel. */
  private Geometry box(Coordinate start, double size) {
    double width = random.nextInt(4) == 0 ? 0 : size * random.nextDouble();
    double height = random.nextInt(4) == 0 ? 0 : Math.min(size, 20) * random.nextDouble();
    double minX = within(-180, 180 - width, start.x);
    double minY = within(-90, 90 - height, start.y);
    return GEOMETRIES.toGeometry(new Envelope(minX, minX + width, minY, minY + height));
  }

  private double around(double most) {
    return most * (2 * random.nextDouble() - 1);
  }

  private List<Geometry> geometries(Shape shape) {
    return Stream.generate(() -> next(shape)).limit(COUNT).toList();
  }

  private static double distance(Side left, Geometry from, Side right, Geometry to) {
    Metric metric = left.metric(right);
    Envelope a = from.getEnvelopeInternal();
    Envelope b = to.getEnvelopeInternal();
    if (left.table == null && right.table == null) {
      return metric
          .from(a.getMinX(), a.getMinY(), a.getMaxX(), a.getMaxY())
          .to(b.getMinX(), b.getMinY(), b.getMaxX(), b.getMaxY());
    }
    if (left.table == null) {
      return metric.between(to, a);
    }
    return right.table == null ? metric.between(from, b) : metric.between(from, to);
  }

  /** Returns the distances of all pairs by their ids, computed by nested loops. */
  private static Map<Long, Map<Long, Double>> distances(Side left, Side right) {
    Map<Long, Map<Long, Double>> all = new HashMap<>();
    left.objects.forEach(
        (id, from) -> {
          Map<Long, Double> of = new HashMap<>();
          right.objects.forEach((other, to) -> of.put(other, distance(left, from, right, to)));
          all.put(id, of);
        });
    return all;
  }

  /**
   * Returns the allowed error of a distance. Metres are measured to within 1 m if a rectangle is
   * wide and its parallels are approximated.
   */
  private static double room(Metric metric) {
    return metric == Metric.PLANAR ? 1e-9 : 1;
  }

  /** Runs a join and checks the distance of each pair. Returns the ids of the pairs. */
  private Map<Long, List<Long>> found(
      JoinQuery join, boolean isByNearness, Metric metric, Map<Long, Map<Long, Double>> distances) {
    Map<Long, List<Long>> found = new HashMap<>();
    try (JoinCursor pairs = join.threads(1 + random.nextInt(2)).cursor()) {
      while (pairs.next()) {
        found.computeIfAbsent(pairs.leftId(), id -> new ArrayList<>()).add(pairs.rightId());
        double exact = distances.get(pairs.leftId()).get(pairs.rightId());
        if (isByNearness) {
          double room = room(metric);
          assertThat(pairs.distance()).isBetween(exact - room, exact + room);
        }
      }
      assertThat(pairs.figures().skipped().count()).isZero();
    }
    return found;
  }

  static Stream<Arguments> combinations() {
    List<Arguments> all = new ArrayList<>();
    for (String metric : List.of("planar", "geodesic")) {
      for (Shape left : Shape.values()) {
        for (Shape right : Shape.values()) {
          for (int kinds = 0; kinds < 4; kinds++) {
            all.add(Arguments.of(metric, kinds % 2 == 0, left, kinds / 2 == 0, right));
          }
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0}: table {1} of {2}, table {3} of {4}")
  @MethodSource("combinations")
  void pairsAreThoseOfNestedLoops(
      String metric, boolean leftIsTable, Shape leftShape, boolean rightIsTable, Shape rightShape) {
    String index = random.nextBoolean() ? "rstar:capacity=6" : "grove:memory=96K";
    boolean isLeftBare = leftIsTable && random.nextInt(3) == 0;
    boolean isRightBare = rightIsTable && !isLeftBare && random.nextInt(2) == 0;
    compare(
        Side.of(leftIsTable, metric, isLeftBare ? null : index, geometries(leftShape)),
        Side.of(
            rightIsTable, metric, isRightBare ? null : "rstar:capacity=6", geometries(rightShape)));
  }

  private void compare(Side one, Side other) {
    try (Side left = one;
        Side right = other) {
      Map<Long, Map<Long, Double>> distances = distances(left, right);
      JoinQuery join = left.with(right);
      Metric metric = left.metric(right);
      compareNearest(join.nearest(3), metric, distances);
      compareNearest(join.nearest(3).ordered(), metric, distances);
      double unit = metric == Metric.PLANAR ? 1 : 100_000;
      for (double distance : new double[] {0.5 * unit, 9 * unit, 50 * unit}) {
        compareWithin(join.within(distance), distance, metric, distances);
      }
    }
  }

  private void compareNearest(
      JoinQuery join, Metric metric, Map<Long, Map<Long, Double>> distances) {
    Map<Long, List<Long>> found = found(join, true, metric, distances);
    assertThat(found).hasSameSizeAs(distances);
    found.forEach(
        (id, ids) -> {
          assertThat(ids).hasSize(3).doesNotHaveDuplicates();
          List<Double> expected = distances.get(id).values().stream().sorted().toList();
          for (int i = 0; i < ids.size(); i++) {
            double room = room(metric);
            assertThat(distances.get(id).get(ids.get(i)))
                .as("neighbour %s of %s", i, id)
                .isBetween(expected.get(i) - room, expected.get(i) + room);
          }
        });
  }

  private void compareWithin(
      JoinQuery join, double most, Metric metric, Map<Long, Map<Long, Double>> distances) {
    double room = room(metric);
    boolean isByNearness = metric != Metric.PLANAR; // joins by planar distance do not measure
    Map<Long, List<Long>> found = found(join, isByNearness, metric, distances);
    long count = 0;
    for (Map.Entry<Long, Map<Long, Double>> each : distances.entrySet()) {
      List<Long> certain = new ArrayList<>();
      List<Long> possible = new ArrayList<>();
      each.getValue()
          .forEach(
              (id, distance) -> {
                if (distance <= most - room) {
                  certain.add(id);
                }
                if (distance <= most + room) {
                  possible.add(id);
                }
              });
      List<Long> ids = found.getOrDefault(each.getKey(), List.of());
      assertThat(ids).doesNotHaveDuplicates().containsAll(certain).isSubsetOf(possible);
      count += ids.size();
    }
    assertThat(join.count()).isEqualTo(count);
  }

  @Test
  void sidesWithOtherMetricsAreRefused() {
    for (int kinds = 0; kinds < 4; kinds++) {
      try (Side left = Side.of(kinds % 2 == 0, "geodesic", "rstar", geometries(Shape.BOX));
          Side right = Side.of(kinds / 2 == 0, "planar", "rstar", geometries(Shape.LINE))) {
        assertThatThrownBy(() -> left.with(right))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("use indexes with the same metric");
      }
    }
  }
}
