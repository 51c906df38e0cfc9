package org.flashgrove.grove.packed;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The maps of coordinates to integers, and windows on them, beside arithmetic of big decimals. */
class AxisTest {
  @Test
  void orderedBitsHaveTheOrderOfDoubles() {
    double[] ascending = {
      -Double.MAX_VALUE,
      -1e300,
      -2,
      -1,
      -Double.MIN_NORMAL,
      -Double.MIN_VALUE,
      -0.0,
      0.0,
      Double.MIN_VALUE,
      Double.MIN_NORMAL,
      1,
      Math.nextUp(1.0),
      2,
      1e300,
      Double.MAX_VALUE
    };
    for (int i = 0; i < ascending.length; i++) {
      long order = CoordinateOrder.of(ascending[i]);
      assertThat(Double.doubleToRawLongBits(CoordinateOrder.value(order)))
          .isEqualTo(Double.doubleToRawLongBits(ascending[i]));
      if (i > 0) {
        assertThat(CoordinateOrder.of(ascending[i - 1])).isLessThan(order);
      }
    }
    assertThat(CoordinateOrder.of(-Double.MAX_VALUE)).isEqualTo(CoordinateOrder.LEAST);
    assertThat(CoordinateOrder.of(Double.MAX_VALUE)).isEqualTo(CoordinateOrder.GREATEST);
  }

  @Test
  void decimalsAreThoseWhoseDigitsEndThere() {
    assertThat(Axis.isDecimal(-0.0, 0)).isFalse();
    assertThat(Axis.isDecimal(0.0, 0)).isTrue();
    assertThat(Axis.isDecimal(Double.MIN_VALUE, 9)).isFalse();
    assertThat(Axis.isDecimal(Double.MAX_VALUE, 9)).isFalse();
    assertThat(Axis.isDecimal(-1e300, 0)).isFalse();
    assertThat(Axis.isDecimal(1e15 + 1, 0)).isTrue();
    assertThat(Axis.isDecimal(0x1p53, 0)).isTrue();
    assertThat(Axis.isDecimal(0x1p53 + 2, 0)).isFalse();
    assertThat(Axis.isDecimal(Math.nextUp(0.1), 9)).isFalse();
    Random random = Seeds.random();
    for (int i = 0; i < 20_000; i++) {
      int digits = random.nextInt(Axis.MAX_EXPONENT + 1);
      long whole = random.nextLong() >> 13 + random.nextInt(51); // more bits may be rounded away
      double value = BigDecimal.valueOf(whole, digits).doubleValue();
      boolean isZeroWithSign = value == 0 && 1 / value < 0;
      assertThat(Axis.isDecimal(value, digits)).as("%s", value).isEqualTo(!isZeroWithSign);
      double drawn = random.nextDouble();
      if (Axis.isDecimal(drawn, digits)) {
        assertThat(BigDecimal.valueOf(Axis.map(drawn, digits), digits).doubleValue())
            .isEqualTo(drawn);
      }
    }
  }

  @Test
  void floatsAreKeptInTheirOrderWithoutTheBitsThatTheyHaveNot() {
    double[] ascending = {
      -0x1p1000, -Float.MAX_VALUE, -1.5f, -Float.MIN_VALUE, -0.0, 0.0, Float.MIN_VALUE, 0.1f, 1
    };
    Random random = Seeds.random();
    Axis axis = new Axis();
    axis.reset(Axis.FLOATS, Axis.leastBase(Axis.FLOATS), -1L);
    for (int i = 0; i < ascending.length; i++) {
      double next = ascending[i];
      assertThat(Axis.keeps(next, Axis.FLOATS)).isTrue();
      long mapped = Axis.map(next, Axis.FLOATS);
      assertThat(Double.doubleToRawLongBits(axis.coordinate(mapped - Axis.leastBase(Axis.FLOATS))))
          .isEqualTo(Double.doubleToRawLongBits(next));
      if (i > 0) {
        assertThat(Axis.map(ascending[i - 1], Axis.FLOATS)).isLessThan(mapped);
      }
    }
    assertThat(Axis.keeps(0.1, Axis.FLOATS)).isFalse();
    assertThat(Axis.keeps(Math.nextUp(1.0), Axis.FLOATS)).isFalse();
    for (int i = 0; i < 20_000; i++) {
      double value = Float.intBitsToFloat(random.nextInt());
      if (Double.isFinite(value)) {
        long mapped = Axis.map(value, Axis.FLOATS);
        assertThat(
                Double.doubleToRawLongBits(axis.coordinate(mapped - Axis.leastBase(Axis.FLOATS))))
            .isEqualTo(Double.doubleToRawLongBits(value));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 9, Axis.ORDERED, Axis.FLOATS})
  void windowsHoldExactlyTheCoordinatesWithin(int mode) {
    Random random = Seeds.random();
    Axis axis = new Axis();
    for (int round = 0; round < 1_000; round++) {
      int width = random.nextInt(mode == Axis.ORDERED ? 65 : 54);
      long base =
          mode >= Axis.ORDERED
              ? Axis.map((float) random.nextGaussian(), mode)
              : (random.nextLong() >> 12) >> random.nextInt(52);
      if (round % 5 == 0) {
        base = -random.nextInt(4);
      }
      axis.reset(mode, base, PackedBits.greatest(width));
      double from = side(random, axis);
      double to = side(random, axis);
      axis.window(Math.min(from, to), Math.max(from, to));
      for (int i = 0; i < 30; i++) {
        long delta = delta(random, axis);
        double at = axis.coordinate(delta);
        boolean notBelow = at >= Math.min(from, to);
        boolean notAbove = at <= Math.max(from, to);
        if (axis.isEmpty()) {
          assertThat(notBelow && notAbove).isFalse();
        } else {
          assertThat(Long.compareUnsigned(delta, axis.low()) >= 0).isEqualTo(notBelow);
          assertThat(Long.compareUnsigned(delta, axis.high()) <= 0).isEqualTo(notAbove);
        }
      }
    }
  }

  private static long delta(Random random, Axis axis) {
    switch (random.nextInt(5)) {
      case 0:
        return 0;
      case 1:
        return axis.last();
      case 2:
        return Long.remainderUnsigned(axis.low() + random.nextInt(5) - 2, axis.last() | 1);
      case 3:
        return Long.remainderUnsigned(axis.high() + random.nextInt(5) - 2, axis.last() | 1);
      default:
        return axis.last() == 0 ? 0 : Long.remainderUnsigned(random.nextLong(), axis.last());
    }
  }

  private static double side(Random random, Axis axis) {
    double at = axis.coordinate(delta(random, axis));
    switch (random.nextInt(6)) {
      case 0:
        return Math.nextUp(at);
      case 1:
        return Math.nextDown(at);
      case 2:
        return -at;
      case 3:
        return random.nextBoolean() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      default:
        return at;
    }
  }
}
