package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Pairs of an indexed file with a store or a table equal those of a nested loop. */
class StoreJoinTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();

  @TempDir private Path folder;
  private final List<Geometry> ofFile = new ArrayList<>();
  private final List<Geometry> ofStore = new ArrayList<>();

  private FileIndex file(String ending, Random random) {
    for (int i = 0; i < 220; i++) {
      ofFile.add(i % 40 == 7 ? null : RandomQueriesTest.shape(random, i % 50 == 0 ? 20 : 2));
    }
    return FileIndex.build(SampleFile.write(folder.resolve("a." + ending), ofFile));
  }

  private SpatialStore store(Random random) {
    SpatialStore store = SpatialStore.create(folder.resolve("store"), StoreOptions.defaults());
    for (int i = 0; i < 150; i++) {
      Envelope box = RandomQueriesTest.shape(random, 3).getEnvelopeInternal();
      store.insert(i, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
      ofStore.add(SHAPES.toGeometry(box));
    }
    return store;
  }

  private Table table(Random random, int srid) {
    Table table =
        Table.create(
            folder.resolve("table"), TableOptions.defaults().withGeometryIndex("geometry"));
    try (TableBatch batch = table.begin()) {
      for (int i = 0; i < 150; i++) {
        Geometry shape = i % 30 == 4 ? null : RandomQueriesTest.shape(random, 3);
        if (shape != null) {
          shape.setSRID(srid);
        }
        batch.insert(i, shape, row -> {});
        ofStore.add(shape);
      }
      batch.commit();
    }
    return table;
  }

  private List<List<Long>> expected(Function<Geometry, GeometryTest> test, boolean isFileLeft) {
    List<List<Long>> pairs = new ArrayList<>();
    for (int i = 0; i < ofFile.size(); i++) {
      for (int j = 0; j < ofStore.size(); j++) {
        Geometry one = ofFile.get(i);
        Geometry other = ofStore.get(j);
        if (one != null
            && other != null
            && (isFileLeft ? test.apply(one).matches(other) : test.apply(other).matches(one))) {
          pairs.add(List.of(1_000L + i, (long) j));
        }
      }
    }
    return pairs;
  }

  private void requirePairs(StoreJoin join, Random random) {
    for (int i = 0; i < Repetitions.of(12, 200); i++) {
      boolean isFileLeft = random.nextBoolean();
      StoreJoin sided = isFileLeft ? join : join.reversed();
      Predicate predicate = Predicate.values()[random.nextInt(Predicate.values().length)];
      Semantics semantics = random.nextBoolean() ? Semantics.OGC : Semantics.EXCLUSIVE;
      double distance = random.nextInt(3);
      boolean isByDistance = predicate == Predicate.DISJOINT;
      List<List<Long>> found = new ArrayList<>();
      StoreJoin.PairConsumer consumer = (feature, id) -> found.add(List.of(feature.id(), id));
      long count =
          isByDistance
              ? sided.within(distance, consumer)
              : sided.matching(predicate, semantics, consumer);
      assertThat(found)
          .as("%s %s %s", predicate, semantics, isFileLeft)
          .hasSize((int) count)
          .containsExactlyInAnyOrderElementsOf(
              expected(
                  left ->
                      isByDistance
                          ? new DistanceQuery(left, distance)
                          : new GeometryQuery(predicate, semantics, left),
                  isFileLeft))
          .isSortedAccordingTo((one, other) -> Long.compare(one.get(0), other.get(0)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "csv"})
  void pairsOfAFileAndAStoreAreThoseOfANestedLoop(String ending) {
    Random random = Seeds.random();
    try (FileIndex index = file(ending, random);
        SpatialStore store = store(random)) {
      requirePairs(StoreJoin.of(index, store), random);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "gpkg"})
  void pairsOfAFileAndATableAreThoseOfANestedLoop(String ending) {
    Random random = Seeds.random();
    try (FileIndex index = file(ending, random);
        Table table = table(random, 0)) {
      requirePairs(StoreJoin.of(index, table), random);
    }
  }

  @Test
  void whatCannotBeJoinedIsRefused() {
    Random random = Seeds.random();
    ofFile.add(SHAPES.createPoint(new Coordinate(1, 1)));
    Path geojson = SampleFile.write(folder.resolve("a.geojson"), ofFile);
    try (FileIndex index = FileIndex.build(geojson);
        Table table = table(random, 25832)) {
      StoreJoin join = StoreJoin.of(index, table);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> join.matching(Predicate.DISJOINT, Semantics.OGC, (one, other) -> {}));
      assertThatIllegalArgumentException().isThrownBy(() -> join.within(-1, (one, other) -> {}));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> join.within(100, (one, other) -> {}))
          .withMessage(
              geojson
                  + " is in EPSG:4326, but the table has geometries in EPSG:25832; use data in one"
                  + " coordinate system");
    }
    StoreOptions metres = StoreOptions.defaults().withIndex("rtree:metric=geodesic");
    try (FileIndex index = FileIndex.open(geojson);
        SpatialStore store = SpatialStore.create(folder.resolve("geodesic"), metres)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> StoreJoin.of(index, store).within(1, (one, other) -> {}));
    }
  }
}
