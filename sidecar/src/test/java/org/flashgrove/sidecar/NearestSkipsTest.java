package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryComponentFilter;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;

/** A nearest search can skip features that JTS fails to measure, and can be ended at any time. */
class NearestSkipsTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final int K = 20;

  @TempDir private Path folder;
  private Path file;
  private final List<Geometry> lines = new ArrayList<>();

  @BeforeEach
  void write() {
    Random random = Seeds.random();
    for (int i = 0; i < 2_000; i++) {
      lines.add(line(random.nextDouble(), random.nextDouble(), 0.001));
    }
    file = SampleFile.write(folder.resolve("a.geojson"), lines);
    FileIndex.build(file).close();
  }

  private static Geometry line(double x, double y, double length) {
    return SHAPES.createLineString(
        new Coordinate[] {new Coordinate(x, y), new Coordinate(x + length, y)});
  }

  /** Line with which JTS fails as long as it is odd. */
  private static final class OddLine extends LineString {
    private static final long serialVersionUID = 1;
    private boolean isOdd;

    OddLine() {
      super(
          SHAPES.getCoordinateSequenceFactory().create(line(0.5, 0.5, 0.01).getCoordinates()),
          SHAPES);
    }

    @Override
    public void apply(GeometryComponentFilter filter) {
      if (isOdd) {
        throw new IllegalStateException("odd");
      }
      super.apply(filter);
    }
  }

  @Test
  void skippedFeaturesAreNamedOnceAndTheOthersAreFound() {
    OddLine from = new OddLine();
    int[] calls = {0};
    List<Long> skipped = new ArrayList<>();
    try (FileIndex index = FileIndex.open(file)) {
      List<FileIndex.Neighbour> found =
          index.nearest(
              from,
              K,
              null,
              (reason, id) -> {
                assertThat(reason).contains("distance between a LineString and a LineString");
                skipped.add(id);
              },
              () -> from.isOdd = ++calls[0] % 5 == 0);
      assertThat(skipped).hasSizeGreaterThan(2).doesNotHaveDuplicates();
      from.isOdd = false;
      assertThat(found)
          .extracting(each -> each.feature().row())
          .containsExactlyElementsOf(
              LongStream.range(0, lines.size())
                  .boxed()
                  .filter(row -> !skipped.contains(1_000 + row))
                  .sorted(
                      Comparator.comparingDouble(row -> lines.get(row.intValue()).distance(from)))
                  .limit(K)
                  .toList());
    }
  }

  @Test
  void aSearchThatSkipsNothingEndsAtAFeatureWithoutADistance() {
    OddLine from = new OddLine();
    from.isOdd = true;
    try (FileIndex index = FileIndex.open(file)) {
      assertThatExceptionOfType(UnansweredGeometryException.class)
          .isThrownBy(() -> index.nearest(from, K, null));
    }
  }

  @Test
  void anExceptionOfTheCheckEndsTheSearchAtOnce() {
    Geometry from = line(0.5, 0.5, 0.01);
    IllegalStateException end = new IllegalStateException("end");
    int[] calls = {0};
    try (FileIndex index = FileIndex.open(file)) {
      index.nearest(from, K, null, null, () -> calls[0]++);
      int all = calls[0];
      assertThat(all).isGreaterThan(K);
      for (int last = 1; last <= all; last++) {
        calls[0] = 0;
        int ending = last;
        assertThatExceptionOfType(IllegalStateException.class)
            .isThrownBy(
                () ->
                    index.nearest(
                        from,
                        K,
                        null,
                        null,
                        () -> {
                          if (++calls[0] == ending) {
                            throw end;
                          }
                        }))
            .isSameAs(end);
        assertThat(calls[0]).isEqualTo(last);
      }
      assertThat(index.nearest(from, K, null)).hasSize(K);
    }
  }
}
