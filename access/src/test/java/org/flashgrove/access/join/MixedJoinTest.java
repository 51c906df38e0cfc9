package org.flashgrove.access.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.structure.SpatialStructure;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Compares joins of a table and a spatial index of the same store with a test of all pairs by JTS.
 */
class MixedJoinTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  @TempDir private Path directory;

  private static Store create(Path unused, String index) {
    return Store.create(
        unused,
        StoreOptions.defaults()
            .withDevice("memory")
            .withSync(SyncMode.CLOSE)
            .withIndex("rstar:capacity=6")
            .design()
            .with("parcels", "records")
            .with("parcels.geom", index)
            .with("bare", "records"));
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

  private static TreeSet<String> expected(
      List<Geometry> left, List<Geometry> right, BiPredicate<Geometry, Geometry> question) {
    TreeSet<String> pairs = new TreeSet<>();
    for (int i = 0; i < left.size(); i++) {
      for (int j = 0; j < right.size(); j++) {
        if (question.test(left.get(i), right.get(j))) {
          pairs.add(i + " " + j);
        }
      }
    }
    return pairs;
  }

  @ParameterizedTest
  @ValueSource(strings = {"rtree:capacity=8", "grove:domain=0/0/64/64,memory=64K,block=8K"})
  void pairsAreThoseOfAllPairs(String index) {
    Random random = Seeds.random();
    List<Geometry> shapes = new ArrayList<>();
    List<Geometry> boxes = new ArrayList<>();
    try (Store store = create(directory, index)) {
      Table table = Table.of(store, "parcels");
      SpatialStructure roads = store.spatial("index");
      List<Long> rids = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        shapes.add(triangle(random));
        rids.add(table.insert(i, shapes.get(i), NONE));
        double x = random.nextInt(60);
        double y = random.nextInt(60);
        Envelope box = new Envelope(x, x + random.nextInt(4), y, y + random.nextInt(4));
        boxes.add(GEOMETRIES.toGeometry(box)); // some are segments, some points
        roads.entries().insert(i, box);
      }
      table.insert(-1, null, NONE); // is in no pair
      try (TableSnapshot records = table.snapshot()) {
        table.byRid().delete(rids.get(0)); // the snapshot has it still
        for (Predicate predicate : Predicate.values()) {
          if (predicate == Predicate.DISJOINT) {
            continue;
          }
          for (Semantics semantics : Semantics.values()) {
            BiPredicate<Geometry, Geometry> question =
                (a, b) -> new GeometryQuery(predicate, semantics, a).matches(b);
            TreeSet<String> there = new TreeSet<>();
            long count =
                JoinQuery.of(records)
                    .with(roads)
                    .matching(predicate, semantics)
                    .forEach((rid, id) -> there.add(rids.indexOf(rid) + " " + id));
            assertThat(count).isEqualTo(there.size());
            assertThat(there)
                .as("%s %s", predicate, semantics)
                .isEqualTo(expected(shapes, boxes, question));
            TreeSet<String> back = new TreeSet<>();
            JoinQuery.of(roads)
                .with(records)
                .matching(predicate, semantics)
                .forEach((id, rid) -> back.add(id + " " + rids.indexOf(rid)));
            assertThat(back)
                .as("%s %s", predicate, semantics)
                .isEqualTo(expected(boxes, shapes, question));
          }
        }
        assertThat(JoinQuery.of(records).with(roads).within(1.5).count())
            .isEqualTo(expected(shapes, boxes, (a, b) -> a.isWithinDistance(b, 1.5)).size());
        assertThat(JoinQuery.of(records).with(roads).within(100).limit(1).count()).isOne();
      }
    }
  }

  @Test
  void whatCannotBeJoinedIsReported() {
    try (Store store = create(directory, "rtree:capacity=8");
        TableSnapshot bare = Table.of(store, "bare").snapshot();
        TableSnapshot parcels = Table.of(store, "parcels").snapshot()) {
      assertThat(JoinQuery.of(bare).with(parcels).count()).isZero(); // needs no index
      assertThatThrownBy(
              () -> JoinQuery.of(parcels).with(parcels).matching(Predicate.DISJOINT, Semantics.OGC))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("use another predicate");
    }
  }
}
