package org.flashgrove.access.geodesic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import net.sf.geographiclib.Geodesic;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.DistanceFrom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares distances on the ellipsoid, and their bounds, with GeographicLib and with a search over
 * points.
 */
class GeodesicDistanceTest {
  private static final int MOST_PARTS = 3_000;
  private static final double METRES_A_DEGREE = 111_700; // at most, along meridian and equator

  private final Random random = Seeds.random();
  private final EarthBoxes boxes = new EarthBoxes(random);

  private static DistanceFrom from(double[] b) {
    return GeodesicMetric.WGS84.from(b[0], b[1], b[2], b[3]);
  }

  private static double inverse(double x1, double y1, double x2, double y2) {
    return Geodesic.WGS84.Inverse(y1, x1, y2, x2).s12;
  }

  @Test
  void boundsOfPointsHoldAndAreTight() {
    for (int i = 0; i < 20_000; i++) {
      double[] p = boxes.point();
      double[] q = boxes.point();
      DistanceFrom from = from(p);
      double exact = inverse(p[0], p[1], q[0], q[1]);
      assertThat(from.to(q[0], q[1], q[2], q[3])).isEqualTo(exact);
      double least = from.least(q[0], q[1], q[2], q[3]);
      double most = from.most(q[0], q[1], q[2], q[3]);
      assertThat(least).isLessThanOrEqualTo(exact).isGreaterThan(exact * 0.9966 - 1e-5);
      assertThat(most).isGreaterThanOrEqualTo(exact).isLessThan(exact * 1.0034 + 1e-5);
    }
  }

  @Test
  void boundsOfBoxesHoldForAllWithin() {
    for (int i = 0; i < 10_000; i++) {
      double[] q = random.nextBoolean() ? boxes.point() : boxes.box();
      double[] outer = boxes.box();
      double[] inner = boxes.within(outer);
      DistanceFrom from = from(q);
      double bound = from.bound(outer[0], outer[1], outer[2], outer[3]);
      double least = from.least(inner[0], inner[1], inner[2], inner[3]);
      double exact = from.to(inner[0], inner[1], inner[2], inner[3]);
      assertThat(bound).isLessThanOrEqualTo(least);
      assertThat(least).isLessThanOrEqualTo(exact);
      assertThat(from.most(inner[0], inner[1], inner[2], inner[3])).isGreaterThanOrEqualTo(exact);
      double unknown = from.most(inner[2], inner[3], inner[0], inner[1]); // a point somewhere in it
      double[] somewhere = boxes.within(inner);
      assertThat(unknown)
          .isGreaterThanOrEqualTo(from.to(somewhere[0], somewhere[1], somewhere[0], somewhere[1]));
    }
  }

  @Test
  void distancesToBoxesAreThoseOfTheNearestPoint() {
    compareToBounds(200);
  }

  @Test
  @Tag("long")
  void distancesToManyBoxesAreThoseOfTheNearestPoint() {
    compareToBounds(20_000);
    System.out.println(
        "GeodesicDistanceTest: 20,000 boxes, all distances within bounds by points alone");
  }

  private void compareToBounds(int cases) {
    for (int i = 0; i < cases; i++) {
      double[] p = boxes.point();
      double[] q = i % 2 == 0 ? p : new double[] {p[0], p[1], p[0], Math.min(90, p[1] + 20)};
      double[] box = boxes.box();
      double exact = from(q).to(box[0], box[1], box[2], box[3]);
      double[] bounds = branchAndBound(q, box);
      assertThat(exact).isBetween(bounds[0] - 1e-6, bounds[1] + 1e-6);
    }
  }

  /**
   * A range of pairs of a point of a box and a point of a query on a meridian. Its dimensions are
   * the longitude and latitude of the first point, and the latitude of the second point.
   */
  private record Part(double[] low, double[] high, double atCentre, double least) {
    static Part of(double x, double[] low, double[] high) {
      double[] centre = new double[3];
      for (int side = 0; side < 3; side++) {
        centre[side] = (low[side] + high[side]) / 2;
      }
      double distance = inverse(x, centre[2], centre[0], centre[1]);
      return new Part(low, high, distance, Math.max(0, distance - radius(low, high)));
    }

    /**
     * Returns an upper bound of the distance from the centre of a range to its points. Any point
     * can be reached along a parallel and then along a meridian.
     */
    private static double radius(double[] low, double[] high) {
      double sum = METRES_A_DEGREE * (high[1] - low[1] + high[2] - low[2]) / 2;
      double equator =
          low[1] <= 0 && high[1] >= 0 ? 0 : Math.min(Math.abs(low[1]), Math.abs(high[1]));
      return sum + METRES_A_DEGREE * Math.cos(Math.toRadians(equator)) * (high[0] - low[0]) / 2;
    }

    double width(int side) {
      return high[side] - low[side];
    }
  }

  /**
   * Returns a lower and an upper bound of the least distance, which differ by little. Uses only
   * distances of points.
   */
  private static double[] branchAndBound(double[] q, double[] box) {
    PriorityQueue<Part> parts = new PriorityQueue<>(Comparator.comparingDouble(Part::least));
    double[] low = {box[0], box[1], q[1]};
    parts.add(Part.of(q[0], low, new double[] {box[2], box[3], q[3]}));
    double found = Double.POSITIVE_INFINITY;
    for (int step = 0; step < MOST_PARTS; step++) {
      Part part = parts.remove();
      found = Math.min(found, part.atCentre());
      if (found - part.least() <= Math.max(0.01, 1e-6 * found)) {
        return new double[] {part.least(), found};
      }
      int side = 0;
      for (int other = 1; other < 3; other++) {
        side = part.width(other) > part.width(side) ? other : side;
      }
      double middle = (part.low()[side] + part.high()[side]) / 2;
      double[] end = part.high().clone();
      double[] start = part.low().clone();
      end[side] = middle;
      start[side] = middle;
      parts.add(Part.of(q[0], part.low(), end));
      parts.add(Part.of(q[0], start, part.high()));
    }
    return new double[] {parts.element().least(), found};
  }

  @Test
  void coordinatesOffTheEarthAreRefused() {
    GeodesicMetric metric = GeodesicMetric.WGS84;
    assertThatThrownBy(() -> metric.requireObject(0, 0, 180.5, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "not on the earth: minx=0.0 miny=0.0 maxx=180.5 maxy=1.0 (allowed by metric geodesic:"
                + " longitudes -180 to 180, latitudes -90 to 90)");
    assertThatThrownBy(() -> metric.requireObject(0, 0, 0, 90.1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> metric.from(Double.NaN, 0, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
