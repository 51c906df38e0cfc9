package org.flashgrove.grove.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.grove.index.EntryKind;
import org.junit.jupiter.api.Test;

/** Comparisons by signs of differences say what comparisons of the sides themselves say. */
class WindowSidesTest {
  private static final double END = Double.POSITIVE_INFINITY;
  private static final double[] SIDES = {
    0.0,
    -0.0,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    -Double.MIN_NORMAL,
    1e-300,
    1e300,
    -1e300,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    1,
    Math.nextUp(1.0),
    -1
  };

  private final WindowSides sides = new WindowSides();

  @Test
  void sidesOfAllKindsAreComparedExactly() {
    for (double low : SIDES) {
      for (double high : SIDES) {
        for (double side : SIDES) {
          if (low <= high) {
            assertSame(new double[] {low, 0, high, 1}, new double[] {side, 0.5, side, 0.5});
            assertSame(new double[] {0, low, 1, high}, new double[] {0.5, side, 0.5, side});
            assertSame(new double[] {side, 0, side, 1}, new double[] {low, 0.5, high, 0.5});
            assertSame(new double[] {0, side, 1, side}, new double[] {0.5, low, 0.5, high});
            assertSame(new double[] {-END, low, side, END}, new double[] {low, high, high, high});
          }
        }
      }
    }
  }

  private void assertSame(double[] q, double[] b) {
    sides.set(q);
    assertThat(sides.beside(b[0], b[1], b[2], b[3]) >= 0).isEqualTo(meets(q, b, 0));
    assertThat(sides.holds(b, 0))
        .isEqualTo(q[0] <= b[0] && q[1] <= b[1] && b[2] <= q[2] && b[3] <= q[3]);
  }

  @Test
  void masksOfBoxesAreThoseOfAScan() {
    Random random = Seeds.random();
    for (int round = 0; round < 300; round++) {
      int count = 1 + random.nextInt(90);
      EntryKind kind = EntryKind.values()[random.nextInt(EntryKind.values().length)];
      double[] boxes = BoxGroups.emptyBoxes(count);
      for (int i = 0; i < count; i++) {
        if (random.nextInt(9) > 0) {
          System.arraycopy(kind.box(random), 0, boxes, BoxGroups.BOX * i, BoxGroups.BOX);
        }
      }
      double[] q = kind.window(random);
      sides.set(q);
      int first = random.nextInt(count);
      int many = Math.min(Long.SIZE, count - first);
      long met = BoxGroups.met(sides, boxes, first, many);
      for (int i = 0; i < Long.SIZE; i++) {
        boolean meets = i < many && meets(q, boxes, BoxGroups.BOX * (first + i));
        assertThat((met >>> i & 1) != 0).isEqualTo(meets);
      }
    }
  }

  private static boolean meets(double[] q, double[] b, int at) {
    return q[0] <= b[at + 2] && b[at] <= q[2] && q[1] <= b[at + 3] && b[at + 1] <= q[3];
  }
}
