package org.flashgrove.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HilbertCurveTest {
  /** The textbook's loop, one level at a time. */
  private static long plain(int order, long x, long y) {
    long position = 0;
    for (long half = 1L << (order - 1); half > 0; half >>>= 1) {
      long right = (x & half) != 0 ? 1 : 0;
      long up = (y & half) != 0 ? 1 : 0;
      position = position << 2 | (3 * right) ^ up;
      x &= half - 1;
      y &= half - 1;
      if (up == 0) {
        if (right == 1) {
          x = half - 1 - x;
          y = half - 1 - y;
        }
        long kept = x;
        x = y;
        y = kept;
      }
    }
    return position;
  }

  @Test
  void positionsOfASmallGridAreTheKnownOnes() {
    long[][] rows = {{0, 1, 14, 15}, {3, 2, 13, 12}, {4, 7, 8, 11}, {5, 6, 9, 10}};
    for (int y = 0; y < 4; y++) {
      for (int x = 0; x < 4; x++) {
        assertThat(HilbertCurve.position(2, x, y)).isEqualTo(rows[y][x]);
      }
    }
  }

  @Test
  void cornersOfTheFinestGridAreTheKnownOnes() {
    assertThat(HilbertCurve.position(32, 0, 0)).isZero();
    assertThat(HilbertCurve.position(32, -1, 0)).isEqualTo(-1L);
    assertThat(HilbertCurve.position(32, 0, -1)).isEqualTo(0x5555_5555_5555_5555L);
    assertThat(HilbertCurve.position(32, -1, -1)).isEqualTo(0xAAAA_AAAA_AAAA_AAAAL);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
  void everyCellIsVisitedOnceAndTheNextCellIsANeighbour(int order) {
    int side = 1 << order;
    int[] cellAt = new int[side * side];
    Arrays.fill(cellAt, -1);
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        int position = (int) HilbertCurve.position(order, x, y);
        assertThat(cellAt[position]).isEqualTo(-1);
        cellAt[position] = y * side + x;
      }
    }
    for (int position = 1; position < cellAt.length; position++) {
      int from = cellAt[position - 1];
      int to = cellAt[position];
      int distance = Math.abs(from % side - to % side) + Math.abs(from / side - to / side);
      assertThat(distance).isEqualTo(1);
    }
  }

  @Test
  void theTableWalksAsTheLoopDoes() {
    Random random = Seeds.random();
    for (int i = 0; i < 100_000; i++) {
      int order = 1 + random.nextInt(32);
      int x = random.nextInt() >>> (32 - order);
      int y = random.nextInt() >>> (32 - order);
      assertThat(HilbertCurve.position(order, x, y))
          .isEqualTo(plain(order, x & 0xFFFF_FFFFL, y & 0xFFFF_FFFFL));
    }
  }

  @Test
  void aValueIsThePositionOfThePointsCell() {
    HilbertCurve curve = new HilbertCurve(-180, -90, 180, 90);
    assertThat(curve.value(-180, -90)).isZero();
    assertThat(curve.value(180, -90)).isEqualTo(HilbertCurve.MAX_VALUE);
    Random random = Seeds.random();
    for (int i = 0; i < 10_000; i++) {
      int x = random.nextInt() >>> 1;
      int y = random.nextInt() >>> 1;
      double atX = -180 + (x + 0.5) / (1L << 31) * 360;
      double atY = -90 + (y + 0.5) / (1L << 31) * 180;
      assertThat(curve.value(atX, atY)).isEqualTo(HilbertCurve.position(31, x, y));
      assertThat(curve.valueOfCentre(atX, atY, atX, atY)).isEqualTo(curve.value(atX, atY));
    }
    assertThat(curve.valueOfCentre(-10, 20, 30, 24)).isEqualTo(curve.value(10, 22));
  }

  @Test
  void pointsOutsideCountAsTheNearestOfTheBorder() {
    HilbertCurve curve = new HilbertCurve(0, 0, 10, 20);
    assertThat(curve.value(-1, 7)).isEqualTo(curve.value(0, 7));
    assertThat(curve.value(11, 7)).isEqualTo(curve.value(10, 7));
    assertThat(curve.value(3, -Double.MAX_VALUE)).isEqualTo(curve.value(3, 0));
    assertThat(curve.value(3, Double.MAX_VALUE)).isEqualTo(curve.value(3, 20));
    assertThat(curve.value(Math.nextDown(10.0), 7)).isEqualTo(curve.value(10, 7));
    double most = Double.MAX_VALUE;
    assertThat(curve.valueOfCentre(most, most, most, most)).isEqualTo(curve.value(10, 20));
  }

  @Test
  void aDomainWithoutExtentStillSeparatesTheSides() {
    HilbertCurve curve = new HilbertCurve(1, 2, 1, 2);
    assertThat(curve.value(1, 2)).isZero();
    assertThat(curve.value(2, 2)).isEqualTo(HilbertCurve.MAX_VALUE);
    HilbertCurve tiny = new HilbertCurve(0, 0, Double.MIN_VALUE, 1);
    assertThat(tiny.value(0, 0)).isZero();
    assertThat(tiny.value(Double.MIN_VALUE, 0)).isEqualTo(HilbertCurve.MAX_VALUE);
  }

  @Test
  void impossibleDomainsAndCellsAreRefused() {
    double most = Double.MAX_VALUE;
    assertThatThrownBy(() -> new HilbertCurve(-most, 0, most, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("allowed: width and height at most");
    assertThatThrownBy(() -> new HilbertCurve(1, 0, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a rectangle");
    assertThatThrownBy(() -> HilbertCurve.position(3, 8, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("allowed: 0 to 7");
    assertThatThrownBy(() -> HilbertCurve.position(33, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void rectanglesFollowTheCurveOverTheirExtent() {
    Random random = Seeds.random();
    for (int round = 0; round < 200; round++) {
      int count = random.nextInt(round % 20 == 0 ? 20_000 : 200);
      double size = round % 5 == 0 ? Double.MAX_VALUE : 1 + random.nextInt(1_000);
      double[] corners = new double[4 * count + random.nextInt(5)];
      double[] all = {size, size, -size, -size};
      for (int i = 0; i < count; i++) {
        double x = size * (2 * random.nextDouble() - 1);
        double y = size * (2 * random.nextDouble() - 1);
        double[] corner = {x - Math.abs(x) / 8, y, x, y + (y < 0 ? -y : 0)};
        corner[0] = Math.max(-size, corner[0]);
        System.arraycopy(corner, 0, corners, 4 * i, 4);
        for (int axis = 0; axis < 2; axis++) {
          all[axis] = Math.min(all[axis], corner[axis]);
          all[axis + 2] = Math.max(all[axis + 2], corner[axis + 2]);
        }
      }
      int[] order = HilbertCurve.order(corners, count);
      assertThat(Arrays.stream(order).sorted().toArray())
          .containsExactly(IntStream.range(0, count).toArray());
      if (count > 0) {
        HilbertCurve curve = new HilbertCurve(all[0] / 4, all[1] / 4, all[2] / 4, all[3] / 4);
        long[] values =
            Arrays.stream(order)
                .mapToLong(
                    i ->
                        curve.valueOfCentre(
                            corners[4 * i] / 4,
                            corners[4 * i + 1] / 4,
                            corners[4 * i + 2] / 4,
                            corners[4 * i + 3] / 4))
                .map(value -> value >>> 22)
                .toArray();
        for (int i = 1; i < count; i++) {
          assertThat(values[i]).isGreaterThanOrEqualTo(values[i - 1]);
          assertThat(values[i] > values[i - 1] || order[i] > order[i - 1]).isTrue();
        }
      }
    }
  }
}
