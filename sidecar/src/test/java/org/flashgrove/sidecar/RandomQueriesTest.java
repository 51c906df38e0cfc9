package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.format.DataFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Windows, predicates, filters, counts, neighbours and joins through an index equal a scan. Many
 * coordinates are whole numbers, so that boundaries touch.
 */
class RandomQueriesTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final int SIDE = 24;
  private static final int QUERIES_A_JOIN = 250;

  @TempDir private Path folder;

  private static double ordinate(Random random) {
    return random.nextInt(4) == 0 ? random.nextDouble() * SIDE : random.nextInt(SIDE);
  }

  static Geometry shape(Random random, double most) {
    double x = ordinate(random);
    double y = ordinate(random);
    double size = random.nextBoolean() ? 1 + random.nextInt(2) : random.nextDouble() * most;
    Coordinate corner = new Coordinate(x, y);
    return switch (random.nextInt(5)) {
      case 0 -> SHAPES.createPoint(corner);
      case 1 -> SHAPES.toGeometry(new Envelope(x, x + size, y, y + size));
      case 2 ->
          SHAPES.createLineString(new Coordinate[] {corner, new Coordinate(x + size, y + size)});
      case 3 ->
          SHAPES.createPolygon(
              new Coordinate[] {
                corner, new Coordinate(x + size, y), new Coordinate(x, y + size), corner
              });
      default -> SHAPES.createMultiPointFromCoords(new Coordinate[] {corner, new Coordinate(y, x)});
    };
  }

  /** A file with its index, and its shapes in memory. */
  record Sample(List<Geometry> shapes, FileIndex index) {}

  private Sample sample(String name, int rows, boolean isSorted, Random random) {
    boolean hasFalseBoxes = name.startsWith("covered");
    List<Geometry> shapes = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      shapes.add(i % 40 == 7 ? null : shape(random, i % 100 == 0 ? SIDE : 2));
    }
    if (isSorted) {
      HilbertCurve curve = new HilbertCurve(0, 0, 2 * SIDE, 2 * SIDE);
      shapes.sort(
          Comparator.comparingLong(
              each -> {
                Envelope box = each == null ? new Envelope(0, 0, 0, 0) : each.getEnvelopeInternal();
                return curve.valueOfCentre(
                    box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
              }));
    }
    List<Geometry> written = new ArrayList<>(shapes);
    for (int i = 0; hasFalseBoxes && i < rows; i++) {
      FalseBox box = FalseBox.values()[random.nextInt(FalseBox.values().length)];
      if (shapes.get(i) != null && random.nextBoolean()) {
        written.set(i, box.written(shapes.get(i)));
        shapes.set(i, box.truth(shapes.get(i)));
      }
    }
    Path file = SampleFile.write(folder.resolve(name), written);
    return new Sample(hasFalseBoxes ? shapes : scanned(file, shapes), FileIndex.build(file));
  }

  /**
   * Returns the geometries of a file as a scan reads them. GeoJSON turns some rings, and a distance
   * that JTS rounds depends on their direction.
   */
  private static List<Geometry> scanned(Path file, List<Geometry> written) {
    List<Geometry> found = new ArrayList<>();
    String name = file.toString();
    try (FeatureCursor all =
        DataFiles.open(
            InputFile.named(name),
            name,
            FormatOptions.BY_ENDING,
            BadRowPolicy.STOP,
            RowForms.RECORDS)) {
      while (all.next()) {
        Geometry one = written.get(found.size());
        Geometry other = all.geometry();
        assertThat(other == null ? null : other.norm()).isEqualTo(one == null ? null : one.norm());
        found.add(other);
      }
    }
    assertThat(found).hasSameSizeAs(written);
    return found;
  }

  /** A condition on attributes, and the rows that it holds for. */
  private record Condition(Filter filter, java.util.function.IntPredicate rows) {
    static Condition of(Random random) {
      int bound = random.nextInt(100);
      return switch (random.nextInt(4)) {
        case 0 -> new Condition(Filter.less("weight", bound), row -> row % 100 < bound);
        case 1 ->
            new Condition(
                Filter.parse("weight > " + bound + " or name like 'parcel 1%'"),
                row -> row % 100 > bound || ("" + row).startsWith("1"));
        default -> new Condition(null, row -> true);
      };
    }
  }

  static void requireNeighbours(Sample sample, Random random) {
    double x = ordinate(random);
    double y = ordinate(random);
    int k = 1 + random.nextInt(20);
    Condition condition = Condition.of(random);
    boolean isPoint = random.nextInt(3) > 0;
    Geometry from = isPoint ? SHAPES.createPoint(new Coordinate(x, y)) : shape(random, SIDE);
    double[] expected =
        rows(sample, condition)
            .mapToDouble(row -> PlanarDistance.between(sample.shapes.get(row), from))
            .sorted()
            .limit(k)
            .toArray();
    List<FileIndex.Neighbour> nearest =
        isPoint
            ? sample.index.nearest(x, y, k, condition.filter)
            : sample.index.nearest(from, k, condition.filter);
    double[] found =
        nearest.stream()
            .peek(each -> assertThat(condition.rows.test((int) each.feature().row())).isTrue())
            .mapToDouble(FileIndex.Neighbour::distance)
            .toArray();
    assertThat(found).containsExactly(expected);
  }

  private static IntStream rows(Sample sample, Condition condition) {
    return IntStream.range(0, sample.shapes.size())
        .filter(row -> sample.shapes.get(row) != null && condition.rows.test(row));
  }

  static void requireMatches(Sample sample, Random random) {
    Geometry query = shape(random, SIDE);
    Condition condition = Condition.of(random);
    Predicate predicate = Predicate.values()[random.nextInt(Predicate.values().length)];
    double distance = random.nextInt(3);
    GeometryTest test =
        random.nextInt(5) == 0
            ? new DistanceQuery(query, distance)
            : new GeometryQuery(predicate, Semantics.OGC, query);
    long[] expected =
        rows(sample, condition)
            .filter(row -> test.matches(sample.shapes.get(row)))
            .asLongStream()
            .toArray();
    if (random.nextBoolean()) {
      assertThat(sample.index.count(test, condition.filter)).isEqualTo(expected.length);
      return;
    }
    List<Long> found = new ArrayList<>();
    sample.index.matching(
        test,
        condition.filter,
        feature -> {
          assertThat(feature.id()).isEqualTo(1_000 + feature.row());
          assertThat(feature.value("name")).isEqualTo("parcel " + feature.row());
          found.add(feature.row());
        });
    assertThat(found.stream().mapToLong(each -> each).toArray())
        .as("%s %s %s", predicate, query, condition.filter)
        .containsExactly(expected);
  }

  static void requirePairs(Sample left, Sample right, Random random) {
    Predicate predicate = Predicate.values()[random.nextInt(Predicate.values().length)];
    boolean isByDistance = predicate == Predicate.DISJOINT;
    List<List<Long>> found = new ArrayList<>();
    FileJoin join =
        isByDistance
            ? FileJoin.within(left.index, right.index, 1)
            : FileJoin.matching(left.index, right.index, predicate, Semantics.OGC);
    long count = join.forEach((one, other) -> found.add(List.of(one.row(), other.row())));
    List<List<Long>> expected = new ArrayList<>();
    for (int i = 0; i < left.shapes.size(); i++) {
      Geometry one = left.shapes.get(i);
      if (one != null) {
        long row = i;
        GeometryTest test =
            isByDistance
                ? new DistanceQuery(one, 1)
                : new GeometryQuery(predicate, Semantics.OGC, one);
        rows(right, new Condition(null, each -> true))
            .filter(other -> test.matches(right.shapes.get(other)))
            .forEach(other -> expected.add(List.of(row, (long) other)));
      }
    }
    assertThat(found).as(predicate.toString()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(count).isEqualTo(expected.size());
  }

  private void requireAnswersOfAScan(int queries) {
    Random random = Seeds.random();
    List<Sample> samples =
        List.of(
            sample("unsorted.parquet", 200, false, random),
            sample("sorted.parquet", 300, true, random),
            sample("covered.parquet", 250, false, random),
            sample("covered-sorted.parquet", 250, true, random),
            sample("unsorted.fgb", 250, false, random),
            sample("sorted.fgb", 250, true, random),
            sample("unsorted.gpkg", 250, false, random),
            sample("sorted.gpkg", 250, true, random),
            sample("unsorted.csv", 250, false, random),
            sample("sorted.csv", 250, true, random),
            sample("unsorted.geojson", 250, false, random),
            sample("sorted.geojson", 250, true, random));
    try {
      for (int i = 0; i < queries; i++) {
        Sample sample = samples.get(random.nextInt(samples.size()));
        if (i % QUERIES_A_JOIN == 0) {
          requirePairs(sample, samples.get(random.nextInt(samples.size())), random);
        } else if (random.nextInt(5) == 0) {
          requireNeighbours(sample, random);
        } else {
          requireMatches(sample, random);
        }
      }
    } finally {
      samples.forEach(each -> each.index.close());
    }
  }

  @Test
  void tenThousandQueriesAnswerAsAScan() {
    requireAnswersOfAScan(10_000);
  }

  @Test
  @Tag("long")
  void aMillionQueriesAnswerAsAScan() {
    requireAnswersOfAScan(1_000_000);
  }
}
