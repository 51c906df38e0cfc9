package org.flashgrove.access.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Compares joins of tables on several threads with a test of all pairs by JTS. */
class TableJoinTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private final Random random = Seeds.random();

  private static Table create(String index) {
    TableOptions options = TableOptions.defaults().withDevice("memory").withSync(SyncMode.CLOSE);
    return Table.create(
        Path.of("unused"),
        index == null || index.isEmpty() ? options : options.withIndex("geom", index));
  }

  private List<Geometry> triangles(int count) {
    List<Geometry> triangles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double x = random.nextInt(60);
      double y = random.nextInt(60);
      double side = 1 + random.nextInt(5);
      triangles.add(
          GEOMETRIES.createPolygon(
              new Coordinate[] {
                new Coordinate(x, y),
                new Coordinate(x + side, y),
                new Coordinate(x, y + side),
                new Coordinate(x, y)
              }));
    }
    return triangles;
  }

  /**
   * Fills a table. Returns the RIDs in the order of the geometries. Some records belong to no pair.
   */
  private static List<Long> fill(Table table, List<Geometry> geometries) {
    List<Long> rids = new ArrayList<>();
    table.insert(-1, null, NONE);
    for (Geometry geometry : geometries) {
      rids.add(table.insert(rids.size(), geometry, NONE));
    }
    return rids;
  }

  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "rstar:capacity=6 | rtree:capacity=7 | 1",
        "rstar:capacity=6 | rtree:capacity=7 | 3",
        "grove:memory=96K | rstar:capacity=6 | 2",
        "lsm:memory=96K | grove:memory=96K | 4",
        "rstar:capacity=6 | | 2",
        " | grove:memory=96K | 3",
        " | | 4"
      })
  void pairsAreThoseOfAllPairs(String leftIndex, String rightIndex, int threads) {
    List<Geometry> left = triangles(250);
    List<Geometry> right = triangles(200);
    try (Table one = create(leftIndex);
        Table two = create(rightIndex)) {
      List<Long> leftRids = fill(one, left);
      List<Long> rightRids = fill(two, right);
      JoinQuery join = JoinQuery.of(one).with(two).threads(threads);
      TreeSet<String> overlapping = new TreeSet<>();
      TreeSet<String> near = new TreeSet<>();
      for (int i = 0; i < left.size(); i++) {
        for (int j = 0; j < right.size(); j++) {
          String pair = leftRids.get(i) + " " + rightRids.get(j);
          Geometry a = left.get(i);
          if (new GeometryQuery(Predicate.OVERLAP, Semantics.OGC, a).matches(right.get(j))) {
            overlapping.add(pair);
          }
          if (a.isWithinDistance(right.get(j), 1.5)) {
            near.add(pair);
          }
        }
      }
      List<String> found = new ArrayList<>();
      assertThat(
              join.matching(Predicate.OVERLAP, Semantics.OGC)
                  .forEach((a, b) -> found.add(a + " " + b)))
          .isEqualTo(overlapping.size());
      assertThat(found).containsExactlyInAnyOrderElementsOf(overlapping).isNotEmpty();
      assertThat(drawn(join.matching(Predicate.OVERLAP, Semantics.OGC).cursor())).isEqualTo(found);
      found.clear();
      assertThat(join.within(1.5).forEach((a, b) -> found.add(a + " " + b))).isEqualTo(near.size());
      assertThat(found).containsExactlyInAnyOrderElementsOf(near);
      assertThat(drawn(join.within(1.5).cursor())).isEqualTo(found);
      assertThat(join.within(1.5).count()).isEqualTo(near.size());
    }
  }

  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "rstar:capacity=6 | 1",
        "rtree:capacity=7 | 2",
        "hilbert:capacity=6,domain=0/0/70/70 | 3"
      })
  void aTraversalOfATableAndItselfFindsEachPairOnce(String index, int threads) {
    List<Geometry> triangles = triangles(400);
    try (Table table = create(index)) {
      List<Long> rids = fill(table, triangles);
      TreeSet<String> overlapping = new TreeSet<>();
      TreeSet<String> near = new TreeSet<>();
      for (int i = 0; i < rids.size(); i++) {
        for (int j = 0; j < rids.size(); j++) {
          String pair = rids.get(i) + " " + rids.get(j);
          if (triangles.get(i).intersects(triangles.get(j))) {
            overlapping.add(pair);
          }
          if (triangles.get(i).isWithinDistance(triangles.get(j), 1.5)) {
            near.add(pair);
          }
        }
      }
      JoinQuery join = JoinQuery.of(table).with(table).threads(threads);
      assertThat(join.explain().chosen().kind()).isEqualTo(JoinPlan.Kind.TRAVERSAL);
      List<String> found = new ArrayList<>();
      join.forEach((a, b) -> found.add(a + " " + b));
      assertThat(found).containsExactlyInAnyOrderElementsOf(overlapping);
      assertThat(overlapping).hasSizeGreaterThan(rids.size());
      found.clear();
      join.within(1.5).forEach((a, b) -> found.add(a + " " + b));
      assertThat(found).containsExactlyInAnyOrderElementsOf(near);
      assertThat(near).hasSizeGreaterThan(overlapping.size());
    }
  }

  private static List<String> drawn(JoinCursor pairs) {
    try (pairs) {
      List<String> drawn = new ArrayList<>();
      while (pairs.next()) {
        drawn.add(pairs.leftId() + " " + pairs.rightId());
      }
      return drawn;
    }
  }

  @ParameterizedTest
  @CsvSource({"rstar:capacity=6,1", "rstar:capacity=6,3", "grove:memory=96K,2", ",2"})
  void neighboursOfEachRecordAreThoseOfAScan(String index, int threads) {
    List<Geometry> shapes = triangles(150);
    int limit = 4;
    try (Table table = create(index)) {
      List<Long> rids = fill(table, shapes);
      JoinQuery join = JoinQuery.of(table).with(table).threads(threads).nearest(limit);
      List<List<Double>> distances = new ArrayList<>();
      shapes.forEach(each -> distances.add(new ArrayList<>()));
      List<String> order = new ArrayList<>();
      try (JoinCursor pairs = join.cursor()) {
        while (pairs.next()) {
          order.add(pairs.leftId() + " " + pairs.rightId());
          int left = rids.indexOf(pairs.leftId());
          Geometry right = shapes.get(rids.indexOf(pairs.rightId()));
          assertThat(pairs.distance()).isEqualTo(shapes.get(left).distance(right));
          distances.get(left).add(pairs.distance());
        }
      }
      long count = join.count();
      assertThat(count).isEqualTo((long) limit * shapes.size());
      for (int i = 0; i < shapes.size(); i++) {
        Geometry from = shapes.get(i);
        assertThat(distances.get(i))
            .isEqualTo(shapes.stream().map(from::distance).sorted().limit(limit).toList());
      }
      assertThat(drawn(join.cursor())).isEqualTo(order);
    }
  }

  @Test
  void whatCannotBeJoinedIsRefused() {
    try (Table table = create("rstar")) {
      JoinQuery join = JoinQuery.of(table).with(table);
      assertThatThrownBy(() -> join.matching(Predicate.DISJOINT, Semantics.OGC))
          .hasMessageContaining("use another predicate");
      assertThatThrownBy(() -> join.threads(0)).hasMessageContaining("1 or more");
      assertThat(join.within(1).count()).isZero(); // nothing in it
    }
  }
}
