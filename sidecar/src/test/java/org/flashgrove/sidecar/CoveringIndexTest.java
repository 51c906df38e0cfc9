package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.source.ReadCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Answers do not depend on the size of the boxes of a covering, and a false box is named. */
class CoveringIndexTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final int ROWS = 300;

  /** Row without a geometry, which may have a box. */
  private static final int EMPTY = 200;

  @TempDir private Path folder;

  private static Geometry box(int row, double around) {
    return SHAPES.toGeometry(new Envelope(row - around, row + around, row - around, row + around));
  }

  /** Indexes points (i, i) by boxes around them. */
  private void index(double around, boolean hasFalseBox, Consumer<FileIndex> use) {
    List<Geometry> points =
        IntStream.range(0, ROWS)
            .<Geometry>mapToObj(i -> i == EMPTY ? null : SHAPES.createPoint(new Coordinate(i, i)))
            .toList();
    Path file = SampleFile.write(folder.resolve("a.parquet"), points);
    RowFile rows = SourceFile.open(file, null, null);
    try (IndexDirectory directory = IndexDirectory.writing(file)) {
      SpatialStore store = directory.create(directory.begin());
      try (EntryLoader loader = store.loader(1 << 18, directory.spill())) {
        RowRuns runs = new RowRuns(ROWS, loader::add);
        for (int i = 0; i < ROWS; i++) {
          if (i != EMPTY || hasFalseBox) {
            runs.accept(i, i - around, i - around, i + around, i + around);
          }
        }
        runs.end();
        loader.load();
      }
      try (FileIndex index =
          new FileIndex(file.toString(), rows, store, ROWS, () -> ReadCounts.NONE)) {
        use.accept(index);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 40})
  void largeBoxesChangeNoAnswer(double around) {
    index(
        around,
        false,
        index -> {
          for (int row : new int[] {10, 70, 150, EMPTY}) {
            long expected = IntStream.rangeClosed(row - 2, row + 2).filter(i -> i != EMPTY).count();
            assertThat(index.count(box(row, 2.5))).isEqualTo(expected);
            assertThat(index.intersecting(box(row, 2.5), feature -> {})).isEqualTo(expected);
          }
          assertThat(index.nearest(150, 150, 3).stream().map(each -> each.feature().row()))
              .containsExactly(150L, 149L, 151L);
        });
  }

  @Test
  void aBoxOfARowWithoutGeometryIsNamed() {
    index(
        0.25,
        true,
        index -> {
          assertThatExceptionOfType(InputException.class)
              .isThrownBy(() -> index.intersecting(box(EMPTY, 2.5), feature -> {}))
              .withMessage(
                  index.file()
                      + ", row 201: has bounds, but no geometry; allowed: true bounds, or 'index"
                      + " --on-error skip'");
          assertThatExceptionOfType(InputException.class)
              .isThrownBy(() -> index.nearest(EMPTY, EMPTY, 2));
          assertThatExceptionOfType(InputException.class)
              .isThrownBy(() -> FileJoin.within(index, index, 1).forEach((one, other) -> {}));
          assertThat(index.count(box(150, 2.5))).isEqualTo(5);
        });
  }
}
