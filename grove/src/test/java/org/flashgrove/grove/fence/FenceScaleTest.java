package org.flashgrove.grove.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

/** Rounding to steps is outwards, and no further than to the next one, in spans of any size. */
class FenceScaleTest {
  private static final double[] SPANS = {
    0,
    Double.MIN_VALUE,
    100 * Double.MIN_VALUE,
    Double.MIN_NORMAL,
    1e-300,
    1e-5,
    1,
    360,
    1e18,
    1e300
  };

  @Test
  void floorsAndCeilingsAreThoseOfAScanOfAllSteps() {
    Random random = Seeds.random();
    FenceScale scale = new FenceScale();
    for (int round = 0; round < 100; round++) {
      double low = (random.nextInt(3) - 1) * SPANS[random.nextInt(SPANS.length)];
      double high = low + SPANS[random.nextInt(SPANS.length)];
      if (round % 10 == 0) {
        low = -Double.MAX_VALUE;
        high = Double.MAX_VALUE;
      }
      int last = round % 2 == 0 ? BlockFences.LAST_SUB_STEP : 1000;
      scale.reset(low, high, last);
      assertThat(scale.coordinate(0)).isEqualTo(low);
      assertThat(scale.coordinate(last)).isEqualTo(high);
      for (int step = 1; step <= last; step++) {
        assertThat(scale.coordinate(step)).isGreaterThanOrEqualTo(scale.coordinate(step - 1));
      }
      for (int i = 0; i < 40; i++) {
        double value = value(random, scale, low, high, last);
        int floor = -1;
        while (floor < last && scale.coordinate(floor + 1) <= value) {
          floor++;
        }
        int ceiling = 0;
        while (ceiling <= last && scale.coordinate(ceiling) < value) {
          ceiling++;
        }
        assertThat(scale.floor(value)).as("%s in %s to %s", value, low, high).isEqualTo(floor);
        assertThat(scale.ceiling(value)).as("%s in %s to %s", value, low, high).isEqualTo(ceiling);
      }
    }
  }

  private static double value(Random random, FenceScale scale, double low, double high, int last) {
    double at = scale.coordinate(random.nextInt(last + 1));
    switch (random.nextInt(5)) {
      case 0:
        return Math.nextUp(at);
      case 1:
        return Math.nextDown(at);
      case 2:
        return at;
      case 3:
        return random.nextBoolean() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      default:
        double part = random.nextDouble();
        return low * (1 - part) + high * part;
    }
  }
}
