package org.flashgrove.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

/** What tests of rectangles say without looking at each: windows and spans of sides. */
class RectangleTestTest {
  private static boolean matches(RectangleTest test, double[] q, double... o) {
    return test.matches(q[0], q[1], q[2], q[3], o[0], o[1], o[2], o[3]);
  }

  /** Few values, so that sides are often equal, or values of all magnitudes. */
  private static double coordinate(Random random, boolean isExtreme) {
    if (!isExtreme) {
      return random.nextInt(6);
    }
    double sign = random.nextBoolean() ? 1 : -1;
    switch (random.nextInt(5)) {
      case 0:
        return sign * 0.0;
      case 1:
        return sign * Double.MIN_VALUE * random.nextInt(9);
      case 2:
        return sign * Double.MAX_VALUE * random.nextDouble();
      case 3:
        return sign * Math.pow(10, 600 * random.nextDouble() - 300);
      default:
        return random.nextDouble();
    }
  }

  private static double[] box(Random random, boolean isExtreme) {
    double x1 = coordinate(random, isExtreme);
    double y1 = coordinate(random, isExtreme);
    double x2 = random.nextInt(3) == 0 ? x1 : coordinate(random, isExtreme);
    double y2 = random.nextInt(3) == 0 ? y1 : coordinate(random, isExtreme);
    return new double[] {Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)};
  }

  private static RectangleTest test(Random random, double[] q, double[] o) {
    Predicate predicate = Predicate.values()[random.nextInt(Predicate.values().length)];
    double distance = Rectangles.distance(q[0], q[1], q[2], q[3], o[0], o[1], o[2], o[3]);
    switch (random.nextInt(4)) {
      case 0:
        return predicate;
      case 1:
        return predicate.candidates();
      case 2:
        return Semantics.OGC.of(predicate);
      default:
        return new WithinDistance(Math.min(WithinDistance.MAX_DISTANCE, distance));
    }
  }

  @Test
  void whatMatchesMeetsTheWindow() {
    Random random = Seeds.random();
    int[] matching = new int[2];
    for (int round = 0; round < 40_000; round++) {
      boolean isExtreme = random.nextBoolean();
      double[] q = box(random, isExtreme);
      double[] o = box(random, isExtreme);
      RectangleTest test = test(random, q, o);
      double[] w = new double[4];
      if (matches(test, q, o) && test.findWindow(q[0], q[1], q[2], q[3], w)) {
        assertThat(Rectangles.intersects(w[0], w[1], w[2], w[3], o[0], o[1], o[2], o[3]))
            .as("%s of %s %s %s %s and %s %s %s %s", named(test, q, o))
            .isTrue();
        matching[isExtreme ? 1 : 0]++;
      }
    }
    assertThat(matching[0]).isGreaterThan(4_000);
    assertThat(matching[1]).isGreaterThan(4_000);
  }

  private static Object[] named(RectangleTest test, double[] q, double[] o) {
    return new Object[] {test, q[0], q[1], q[2], q[3], o[0], o[1], o[2], o[3]};
  }

  @Test
  void oneThatIsElsewhereMatchesAnywhere() {
    double[] w = new double[4];
    assertThat(Predicate.DISJOINT.findWindow(0, 0, 1, 1, w)).isFalse();
    assertThat(Predicate.DISJOINT.candidates().findWindow(0, 0, 1, 1, w)).isFalse();
  }

  @Test
  void allWithinSpansThatMatchTogetherMatch() {
    Random random = Seeds.random();
    int sure = 0;
    for (int round = 0; round < 40_000; round++) {
      boolean isExtreme = random.nextBoolean();
      double[] q = box(random, isExtreme);
      double[] o = box(random, isExtreme);
      RectangleTest test = test(random, q, o);
      double[] outer = o.clone();
      double[] inner = o.clone();
      for (int side = 0; side < 4; side++) {
        double other = o[side] + (side < 2 ? 1 : -1) * random.nextInt(3);
        if (random.nextBoolean()) {
          inner[side] = other;
        } else {
          outer[side] =
              Math.abs(2 * o[side] - other) <= Double.MAX_VALUE ? 2 * o[side] - other : o[side];
        }
      }
      if (test.matchesAll(q[0], q[1], q[2], q[3], outer, inner)) {
        sure++;
        for (int corner = 0; corner < 16; corner++) {
          double x1 = (corner & 1) == 0 ? outer[0] : inner[0];
          double y1 = (corner & 2) == 0 ? outer[1] : inner[1];
          double x2 = (corner & 4) == 0 ? outer[2] : inner[2];
          double y2 = (corner & 8) == 0 ? outer[3] : inner[3];
          if (x1 <= x2 && y1 <= y2) {
            double[] each = {x1, y1, x2, y2};
            assertThat(matches(test, q, each))
                .as("%s of %s %s %s %s and %s %s %s %s", named(test, q, each))
                .isTrue();
          }
        }
      }
    }
    assertThat(sure).isGreaterThan(500);
  }
}
