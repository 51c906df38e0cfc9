package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.source.ReadCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Answers are those of the geometries, whatever boxes the covering of the file states. */
class CoveringIndexTest {
  private static final int ROWS = 300;
  private static final int QUERIES = 300;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "WIDER, 0", "NARROWER, 0", "ELSEWHERE, 0", "OF_NOTHING, 0",
    "WIDER, 150", "NARROWER, 150", "ELSEWHERE, 150", "OF_NOTHING, 150"
  })
  void answersAreThoseOfTheGeometries(FalseBox box, int firstRow) {
    Random random = Seeds.random();
    List<Geometry> shapes = new ArrayList<>();
    List<Geometry> written = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Geometry shape = RandomQueriesTest.shape(random, 2);
      boolean isFalse = i >= firstRow && i % 3 > 0;
      shapes.add(isFalse ? box.truth(shape) : shape);
      written.add(isFalse ? box.written(shape) : shape);
    }
    Path file = SampleFile.write(folder.resolve("a.parquet"), written);
    try (FileIndex index = FileIndex.build(file)) {
      assertThat(index.size()).isEqualTo(shapes.stream().filter(Objects::nonNull).count());
      requireWindow(index, shapes, new Envelope(-9, 99, -9, 99));
      var sample = new RandomQueriesTest.Sample(shapes, index);
      for (int i = 0; i < QUERIES; i++) {
        requireWindow(index, shapes, RandomQueriesTest.shape(random, 9).getEnvelopeInternal());
        RandomQueriesTest.requireMatches(sample, random);
        RandomQueriesTest.requireNeighbours(sample, random);
      }
      RandomQueriesTest.requirePairs(sample, sample, random);
    }
  }

  private static void requireWindow(FileIndex index, List<Geometry> shapes, Envelope window) {
    Geometry area = new GeometryFactory().toGeometry(window);
    long expected = shapes.stream().filter(each -> each != null && each.intersects(area)).count();
    assertThat(index.count(area)).isEqualTo(expected);
    assertThat(index.intersecting(area, feature -> {})).isEqualTo(expected);
  }

  /** An index that does not match its file may contain a row without a geometry. */
  @Test
  void aRowOfTheIndexWithoutGeometryIsNamed() {
    Geometry shape = RandomQueriesTest.shape(Seeds.random(), 2);
    Path indexed = SampleFile.write(folder.resolve("a.parquet"), List.of(shape));
    Path file = SampleFile.write(folder.resolve("b.parquet"), Collections.singletonList(null));
    FileIndex.build(indexed).close();
    try (IndexDirectory directory = IndexDirectory.reading(indexed);
        FileIndex index =
            new FileIndex(
                file.toString(),
                SourceFile.open(file, FormatOptions.BY_ENDING, null),
                directory.open(directory.describe().generation()),
                directory.describe(),
                () -> ReadCounts.NONE)) {
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> index.intersecting(shape, feature -> {}))
          .withMessage(
              file
                  + ", row 1: has no geometry, but is in the index; allowed: an index that"
                  + " matches the file");
      assertThatExceptionOfType(InputException.class).isThrownBy(() -> index.nearest(0, 0, 1));
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> FileJoin.within(index, index, 1).count());
    }
  }
}
