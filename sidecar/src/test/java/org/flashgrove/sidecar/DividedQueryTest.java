package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.flashgrove.access.filter.Filter;
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
class DividedQueryTest {
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
        DividedQuery query = new DividedQuery(index, test, filter, needsGeometry);
        int most = 1 + random.nextInt(20);
        List<Long> found = new ArrayList<>();
        long count = 0;
        List<DividedQuery.Part> parts = query.parts(most);
        for (DividedQuery.Part part : parts) {
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
        assertThat(count).isEqualTo(expected.size()).isEqualTo(query.count(DividedQuery.ALL));
        assertThat(query.count(DividedQuery.NONE)).isZero();
        assertThat(parts).hasSizeLessThanOrEqualTo(most);
        assertThat(query.candidateCount()).isBetween((long) expected.size(), 2_000L);
      }
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
