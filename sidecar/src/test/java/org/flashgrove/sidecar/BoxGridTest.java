package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

/** Rounded bounds contain the exact ones, lie on the grid, and are near. */
class BoxGridTest {
  @Test
  void boundsAreRoundedOutwardsToTheNextStep() {
    Random random = Seeds.random();
    for (int i = 0; i < 100_000; i++) {
      double side = Math.pow(10, random.nextInt(14) - 6) * (1 + random.nextDouble() * 9);
      double at = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(8));
      BoxGrid grid = BoxGrid.of(side);
      assertThat(grid.power()).isPositive();
      double step = 1 / grid.power();
      assertThat(step).isLessThanOrEqualTo(Math.max(1, side / 32));
      double low = grid.below(at);
      double high = grid.above(at);
      assertThat(low).isLessThanOrEqualTo(at).isGreaterThan(at - 1.01 * step);
      assertThat(high).isGreaterThanOrEqualTo(at).isLessThan(at + 1.01 * step);
      assertThat(BigDecimal.valueOf(low).stripTrailingZeros().scale())
          .isLessThanOrEqualTo(places(grid));
      assertThat(BigDecimal.valueOf(high).stripTrailingZeros().scale())
          .isLessThanOrEqualTo(places(grid));
    }
  }

  private static int places(BoxGrid grid) {
    return (int) Math.rint(Math.log10(grid.power()));
  }

  @Test
  void zeroHasNoSign() {
    BoxGrid grid = BoxGrid.of(1);
    assertThat(Double.doubleToRawLongBits(grid.below(-0.0))).isZero();
    assertThat(Double.doubleToRawLongBits(grid.above(-1e-9))).isZero();
  }

  @Test
  void extremeCoordinatesAreContained() {
    for (double side : new double[] {0, 1e-300, 1e-7, 1, 1e300, Double.POSITIVE_INFINITY}) {
      BoxGrid grid = BoxGrid.of(side);
      for (double at :
          new double[] {
            0, -0.0, Double.MIN_VALUE, 1e-300, 1e15, 1e17, 1e300, Double.MAX_VALUE, Float.MAX_VALUE
          }) {
        for (double each : new double[] {at, -at}) {
          assertThat(grid.below(each)).isFinite().isLessThanOrEqualTo(each);
          assertThat(grid.above(each)).isFinite().isGreaterThanOrEqualTo(each);
        }
      }
    }
  }
}
