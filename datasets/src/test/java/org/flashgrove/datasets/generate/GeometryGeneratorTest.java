package org.flashgrove.datasets.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.Extent;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Geometry;

class GeometryGeneratorTest {
  private static final Extent EXTENT = new Extent(-50, 100, 150, 120);
  private static final Skew SKEW = new Skew(5, 1, 0.1, 2);

  /** Of tests that assert statistics. */
  private static final long STATISTIC_SEED = 42;

  private static final double[] PERCENT = {0.001, 0.01, 0.1, 1};

  private final long seed = Seeds.random().nextLong();

  private static List<Geometry> geometries(GeometryGenerator generator) {
    List<Geometry> all = new ArrayList<>();
    generator.generate(
        (geometry, id) -> {
          all.add(geometry);
          assertThat(id).isEqualTo(all.size());
        });
    assertThat(all).hasSize((int) generator.count());
    return all;
  }

  private static List<GeometryGenerator> generators(long seed) {
    return List.of(
        new SkewedShapes(SkewedShapes.Kind.POLYGONS, 300, 9, 0.2, SKEW, EXTENT, seed),
        new SkewedShapes(SkewedShapes.Kind.LINES, 300, 9, 0.2, SKEW, EXTENT, seed),
        new SkewedShapes(SkewedShapes.Kind.LINES, 300, 2, 1, Skew.NONE, EXTENT, seed),
        new BuildingsLike(2_000, seed),
        new HighwaysLike(1_000, seed),
        new BrazilLikePoints(300, seed));
  }

  @Test
  void theSeedDecidesEverything() {
    for (int i = 0; i < generators(seed).size(); i++) {
      List<Geometry> first = geometries(generators(seed).get(i));
      List<Geometry> again = geometries(generators(seed).get(i));
      List<Geometry> other = geometries(generators(seed + 1).get(i));
      assertThat(first.toString()).isEqualTo(again.toString()).isNotEqualTo(other.toString());
    }
  }

  @Test
  void allAreValidOfTheirTypeAndInTheExtent() {
    for (GeometryGenerator generator : generators(seed)) {
      for (Geometry geometry : geometries(generator)) {
        assertThat(geometry.getGeometryType()).isEqualTo(generator.geometryType());
        assertThat(geometry.isValid()).as("%s", geometry).isTrue();
        var box = geometry.getEnvelopeInternal();
        assertThat(generator.extent().contains(box.getMinX(), box.getMinY())).isTrue();
        assertThat(generator.extent().contains(box.getMaxX(), box.getMaxY())).isTrue();
      }
    }
  }

  @Test
  void shapesKeepToCornersAndSides() {
    for (Geometry polygon : geometries(generators(STATISTIC_SEED).get(0))) {
      assertThat(polygon.getNumPoints()).isBetween(4, 10);
      assertThat(polygon.getEnvelopeInternal().getWidth()).isLessThanOrEqualTo(4 + 1e-9);
    }
    for (Geometry line : geometries(generators(STATISTIC_SEED).get(1))) {
      assertThat(line.getNumPoints()).isBetween(2, 9);
      assertThat(line.getLength()).isLessThanOrEqualTo(4 + 1e-9);
    }
  }

  private static DoubleSummaryStatistics figures(
      List<Geometry> all, ToDoubleFunction<Geometry> figure) {
    return all.stream().mapToDouble(figure).summaryStatistics();
  }

  /** Four standard errors at this size are 4, 13 and 2 percent. */
  @Test
  void buildingsHaveTheFiguresOfTable4() {
    List<Geometry> all = geometries(new BuildingsLike(100_000, STATISTIC_SEED));
    DoubleSummaryStatistics points = figures(all, Geometry::getNumPoints);
    assertThat(points.getAverage()).isCloseTo(8.29, within(8.29 * 0.04));
    assertThat(points.getMin()).isEqualTo(4);
    assertThat(points.getMax()).isBetween(300.0, 744.0);
    DoubleSummaryStatistics area = figures(all, Geometry::getArea);
    assertThat(area.getAverage()).isCloseTo(368.56, within(368.56 * 0.13));
    assertThat(area.getMin()).isGreaterThan(3.6e-5);
    assertThat(area.getMax()).isLessThan(4_756_911 * 1.001);
    double perimeter = figures(all, Geometry::getLength).getAverage();
    assertThat(perimeter).isCloseTo(63.4, within(63.4 * 0.02));
  }

  /** Four standard errors at this size are 3 and 6 percent. */
  @Test
  void highwaysHaveTheFiguresOfTable4() {
    List<Geometry> all = geometries(new HighwaysLike(100_000, STATISTIC_SEED));
    DoubleSummaryStatistics points = figures(all, Geometry::getNumPoints);
    assertThat(points.getAverage()).isCloseTo(9.30, within(9.30 * 0.03));
    assertThat(points.getMin()).isEqualTo(2);
    assertThat(points.getMax()).isBetween(300.0, 1550.0);
    DoubleSummaryStatistics length = figures(all, Geometry::getLength);
    assertThat(length.getAverage()).isCloseTo(674.38, within(674.38 * 0.06));
    assertThat(length.getMin()).isLessThan(1);
    assertThat(length.getMax()).isLessThanOrEqualTo(100_000 * (1 + 1e-9));
  }

  /** Average results of correlated windows as a share of the set, by a scan. */
  private static double[] shares(GeometryGenerator generator) {
    ObjectSet objects = new ObjectSet();
    List<double[]> boxes = new ArrayList<>();
    generator.generate(
        (geometry, id) -> {
          var box = geometry.getEnvelopeInternal();
          objects.accept(id, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
          boxes.add(new double[] {box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY()});
        });
    double[] shares = new double[PERCENT.length];
    for (int i = 0; i < PERCENT.length; i++) {
      long[] found = {0};
      new QueryWindows(QueryRegion.of(generator.extent()), PERCENT[i], STATISTIC_SEED)
          .correlated(
              200,
              Relation.INTERSECTS,
              objects,
              (minX, minY, maxX, maxY) -> {
                for (double[] box : boxes) {
                  if (box[0] <= maxX && box[2] >= minX && box[1] <= maxY && box[3] >= minY) {
                    found[0]++;
                  }
                }
              });
      shares[i] = found[0] / 200.0 / boxes.size();
    }
    return shares;
  }

  /** The thesis has 100 windows of each, whose results vary by a factor of thousands. */
  @Test
  void correlatedWindowsFindTheSharesOfTable6() {
    double[] points = {3_889.45, 8_818.45, 18_426.5, 51_208.44};
    double[] buildings = {88_266.88, 206_265.15, 281_023.15, 242_520.75};
    double[] highways = {2_633.49, 12_349.97, 36_309.8, 159_296.06};
    assertShares(new BrazilLikePoints(20_000, STATISTIC_SEED), points, 770_842);
    assertShares(new BuildingsLike(20_000, STATISTIC_SEED), buildings, 1_486_557);
    assertShares(new HighwaysLike(20_000, STATISTIC_SEED), highways, 2_644_432);
  }

  private static void assertShares(GeometryGenerator generator, double[] thesis, double objects) {
    double[] shares = shares(generator);
    for (int i = 0; i < shares.length; i++) {
      assertThat(shares[i] * objects / thesis[i])
          .as("%s %s", generator, Arrays.toString(shares))
          .isBetween(1 / 1.7, 1.7);
    }
  }

  @Test
  void messagesHoldTheValueAndTheRange() {
    SkewedShapes.Kind lines = SkewedShapes.Kind.LINES;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SkewedShapes(lines, 1, 1, 0.1, SKEW, EXTENT, 0))
        .withMessage("corners is 1; allowed: 2 to 100000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SkewedShapes(lines, 1, 2, 0, SKEW, EXTENT, 0))
        .withMessageContaining("allowed: above 0, to 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BuildingsLike(-1, 0))
        .withMessageContaining("count is -1; allowed: 0 to");
    Skew far = new Skew(1, 0, 1e12, 1e12);
    assertThatExceptionOfType(GenerationException.class)
        .isThrownBy(() -> geometries(new SkewedShapes(lines, 1, 2, 0.1, far, EXTENT, seed)))
        .withMessageContainingAll("1000000 draws", "smaller sigma");
  }
}
