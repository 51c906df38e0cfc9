package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Geometry;

/** The parts of a query together have the rows of a scan. */
class IndexedQueryTest {
  @TempDir private Path folder;
  private final List<Geometry> shapes = new ArrayList<>();

  private FileIndex index(Random random, int rows, boolean areAllLocated) {
    for (int i = 0; i < rows; i++) {
      boolean isLocated = areAllLocated || i % 40 != 7;
      shapes.add(isLocated ? RandomQueriesTest.shape(random, 2) : null);
    }
    if (areAllLocated) { // one entry of the index then stands for several rows
      shapes.sort(Comparator.comparingDouble(each -> each.getCoordinate().x));
    }
    return FileIndex.build(SampleFile.write(folder.resolve("parcels.csv"), shapes));
  }

  /** Returns the ids of the matching rows, found without an index. */
  private List<Long> scan(GeometryTest test, Integer least, boolean needsGeometry) {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < shapes.size(); i++) {
      Geometry shape = shapes.get(i);
      boolean hasShape = shape != null || test == null && !needsGeometry;
      if (hasShape
          && (test == null || test.matches(shape))
          && (least == null || i % 100 >= least)) {
        ids.add(1_000L + i);
      }
    }
    return ids;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void partsHaveTheRowsOfAScan(boolean areAllLocated) {
    Random random = Seeds.random();
    try (FileIndex index = index(random, 2_000, areAllLocated)) {
      for (int i = 0; i < 200; i++) {
        GeometryTest test =
            random.nextInt(4) == 0
                ? null
                : new GeometryQuery(
                    Predicate.INTERSECTS, Semantics.OGC, RandomQueriesTest.shape(random, 15));
        Integer least = random.nextBoolean() ? null : random.nextInt(100);
        Filter filter = least == null ? null : Filter.atLeast("weight", (long) least);
        boolean needsGeometry = random.nextBoolean();
        IndexedQuery query = new IndexedQuery(index, test, filter, needsGeometry);
        int most = 1 + random.nextInt(20);
        List<Long> found = new ArrayList<>();
        long count = 0;
        List<IndexedQuery.Part> parts = query.parts(most);
        for (IndexedQuery.Part part : parts) {
          try (FeatureMatches matches = query.cursor(part)) {
            while (matches.next()) {
              found.add(matches.id());
              assertThat(matches.geometry()).isEqualTo(shapes.get((int) matches.id() - 1_000));
              assertThat(matches.value(0)).isEqualTo("parcel " + (matches.id() - 1_000));
            }
          }
          count += query.count(part);
        }
        List<Long> expected = scan(test, least, needsGeometry);
        assertThat(found).isEqualTo(expected);
        assertThat(count).isEqualTo(expected.size()).isEqualTo(query.count(IndexedQuery.ALL));
        assertThat(query.count(IndexedQuery.NONE)).isZero();
        assertThat(parts).hasSizeLessThanOrEqualTo(most);
        assertThat(query.candidateCount()).isBetween((long) expected.size(), 2_000L);
      }
    }
  }

  /** Sorts ids by weight or by id. Rows of equal weight stay in the order of the file. */
  private static List<Long> sorted(List<Long> ids, RecordOrder order, long limit) {
    Comparator<Long> weight = Comparator.comparing(id -> (id - 1_000) % 100);
    Comparator<Long> by = order.isOfKeys() ? Comparator.naturalOrder() : weight;
    return ids.stream().sorted(order.isDescending() ? by.reversed() : by).limit(limit).toList();
  }

  @Test
  void limitsAndOrdersAreThoseOfASort() {
    Random random = Seeds.random();
    try (FileIndex index = index(random, 9_000, false)) {
      for (int i = 0; i < 40; i++) {
        GeometryTest test =
            new GeometryQuery(
                Predicate.INTERSECTS, Semantics.OGC, RandomQueriesTest.shape(random, 24));
        IndexedQuery query = new IndexedQuery(index, i == 0 ? null : test, null, true);
        List<Long> expected = scan(query.test(), null, true);
        long limit = i < 2 ? Long.MAX_VALUE : random.nextInt(2 * expected.size() + 2);
        List<Long> found = new ArrayList<>();
        assertThat(query.forEach(limit, each -> found.add(each.id()))).isEqualTo(found.size());
        assertThat(found).isEqualTo(expected.stream().limit(limit).toList());
        RecordOrder ascending = i % 3 == 0 ? RecordOrder.KEY : RecordOrder.by("weight");
        RecordOrder order = random.nextBoolean() ? ascending : ascending.descending();
        found.clear();
        assertThat(query.forEach(order, limit, each -> found.add(each.id())))
            .isEqualTo(found.size());
        assertThat(found).as("%s", order).isEqualTo(sorted(expected, order, limit));
      }
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  new IndexedQuery(index, null, null, true)
                      .forEach(RecordOrder.by("height"), 1, each -> {}))
          .withMessage("attribute height (allowed: name, weight)");
    }
  }

  @Test
  void versionsDifferAfterABuild() {
    String before;
    try (FileIndex index = index(Seeds.random(), 10, false)) {
      before = index.version();
    }
    Path file = folder.resolve("parcels.csv");
    try (FileIndex again = FileIndex.open(file)) {
      assertThat(again.version()).isEqualTo(before);
    }
    try (FileIndex built = FileIndex.build(file)) {
      assertThat(built.version()).isNotEqualTo(before);
    }
  }
}
