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
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Compares joins of tables with a test of all pairs. */
class JoinSemanticsTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  @TempDir private Path directory;

  private static Table create(Path unused, String... indices) {
    TableOptions options = TableOptions.defaults().withDevice("memory").withSync(SyncMode.CLOSE);
    for (String index : indices) {
      options = options.withIndex(index.split("=", 2)[0], index.split("=", 2)[1]);
    }
    return Table.create(unused, options);
  }

  private static Geometry triangle(Random random) {
    double x = random.nextInt(60);
    double y = random.nextInt(60);
    double side = 1 + random.nextInt(5);
    return GEOMETRIES.createPolygon(
        new Coordinate[] {
          new Coordinate(x, y),
          new Coordinate(x + side, y),
          new Coordinate(x, y + side),
          new Coordinate(x, y)
        });
  }

  /** Fills a table. Returns the RIDs in the order of the geometries. */
  private static List<Long> fill(Table table, List<Geometry> geometries) {
    List<Long> rids = new ArrayList<>();
    table.insert(-1, null, NONE);
    for (Geometry geometry : geometries) {
      rids.add(table.insert(rids.size(), geometry, NONE));
    }
    table.insert(-2, GEOMETRIES.createPolygon(), NONE);
    return rids;
  }

  private static List<Geometry> triangles(Random random, int count) {
    List<Geometry> triangles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      triangles.add(triangle(random));
    }
    return triangles;
  }

  /** Decides whether two objects are a pair. */
  private interface Question {
    boolean holds(Geometry left, Geometry right);
  }

  private static TreeSet<String> expected(
      List<Geometry> left,
      List<Long> leftRids,
      List<Geometry> right,
      List<Long> rightRids,
      Question question) {
    TreeSet<String> pairs = new TreeSet<>();
    for (int i = 0; i < left.size(); i++) {
      for (int j = 0; j < right.size(); j++) {
        if (question.holds(left.get(i), right.get(j))) {
          pairs.add(leftRids.get(i) + " " + rightRids.get(j));
        }
      }
    }
    return pairs;
  }

  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "rstar:capacity=6 | hilbert:domain=0/0/70/70",
        "grove:memory=96K | rstar:capacity=6",
        "rtree:capacity=6 | grove:memory=96K",
        "grove:memory=96K | grove:domain=0/0/70/70,memory=96K",
        "grove:memory=96K | lsm:memory=96K",
        "lsm:memory=96K | rstar:capacity=6",
        "lsm:memory=96K | lsm:memory=96K"
      })
  void pairsAreThoseOfAllPairs(String leftIndex, String rightIndex) {
    Random random = Seeds.random();
    List<Geometry> left = triangles(random, 250);
    List<Geometry> right = triangles(random, 200);
    try (Table one = create(directory, "geom=" + leftIndex);
        Table other = create(directory, "geom=" + rightIndex)) {
      List<Long> leftRids = fill(one, left);
      one.flush();
      one.byRid().delete(leftRids.remove(0));
      left.remove(0);
      List<Long> rightRids = fill(other, right);
      try (TableSnapshot leftRecords = one.snapshot();
          TableSnapshot rightRecords = other.snapshot()) {
        for (Predicate predicate : Predicate.values()) {
          if (predicate == Predicate.DISJOINT) {
            continue;
          }
          for (Semantics semantics : Semantics.values()) {
            TreeSet<String> pairs = new TreeSet<>();
            long visited =
                JoinQuery.of(leftRecords)
                    .with(rightRecords)
                    .matching(predicate, semantics)
                    .forEach((a, b) -> pairs.add(a + " " + b));
            assertThat(visited).isEqualTo(pairs.size());
            assertThat(pairs)
                .as("%s %s", predicate, semantics)
                .isEqualTo(
                    expected(
                        left,
                        leftRids,
                        right,
                        rightRids,
                        (a, b) -> new GeometryQuery(predicate, semantics, a).matches(b)));
          }
        }
        TreeSet<String> near = new TreeSet<>();
        JoinQuery.of(leftRecords)
            .with(rightRecords)
            .within(1.5)
            .forEach((a, b) -> near.add(a + " " + b));
        assertThat(near)
            .isEqualTo(
                expected(left, leftRids, right, rightRids, (a, b) -> a.isWithinDistance(b, 1.5)));
      }
    }
  }

  @Test
  void aTableIsJoinedWithItself() {
    Random random = Seeds.random();
    List<Geometry> triangles = triangles(random, 150);
    try (Table table = create(directory, "geom=rstar")) {
      List<Long> rids = fill(table, triangles);
      try (TableSnapshot records = table.snapshot()) {
        table.byRid().delete(rids.get(0)); // the snapshot has it still
        TreeSet<String> pairs = new TreeSet<>();
        JoinQuery.of(records).with(records).forEach((a, b) -> pairs.add(a + " " + b));
        assertThat(pairs)
            .isEqualTo(expected(triangles, rids, triangles, rids, Geometry::intersects));
        assertThat(JoinQuery.of(records).with(records).within(0).count()).isEqualTo(pairs.size());
      }
    }
  }

  @Test
  void impossibleJoinsAreRefused() {
    try (Table table = create(directory, "geom=rstar");
        TableSnapshot records = table.snapshot()) {
      assertThatThrownBy(
              () ->
                  JoinQuery.of(records)
                      .with(records)
                      .matching(Predicate.DISJOINT, Semantics.EXCLUSIVE))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("use another predicate");
    }
  }
}
