package org.flashgrove.grove.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

/** Masks of random boxes skip none that a scan of all finds, and hardly find another. */
class BoxMasksTest {
  private static final double[] EXTREMES = {
    0.0, -0.0, Double.MIN_VALUE, -Double.MIN_VALUE, 1e-300, 1e300, -1e300, Double.MAX_VALUE, 1, -1
  };

  @Test
  void noBoxThatTheWindowMeetsIsSkipped() {
    Random random = Seeds.random();
    BoxScan scan = new BoxScan();
    long spurious = 0;
    long met = 0;
    for (int round = 0; round < 400; round++) {
      boolean extreme = round % 4 == 0;
      double[][] boxes = new double[random.nextInt(700)][];
      BoxMasks masks = new BoxMasks(boxes.length);
      for (int i = 0; i < boxes.length; i++) {
        boxes[i] = box(random, extreme);
        masks.set(i, boxes[i][0], boxes[i][1], boxes[i][2], boxes[i][3]);
      }
      double[] q = round % 9 == 0 ? everything() : box(random, extreme);
      scan.window(q[0], q[1], q[2], q[3]);
      BitSet found = new BitSet();
      int last = -1;
      for (int i = scan.first(masks); i >= 0; i = scan.next()) {
        assertThat(i).isGreaterThan(last);
        last = i;
        found.set(i);
      }
      for (int i = 0; i < boxes.length; i++) {
        double[] b = boxes[i];
        boolean meets = q[0] <= b[2] && b[0] <= q[2] && q[1] <= b[3] && b[1] <= q[3];
        if (meets) {
          met++;
          assertThat(found.get(i)).isTrue();
        } else if (!extreme && found.get(i)) {
          spurious++;
        }
      }
    }
    assertThat(spurious).isLessThan(met / 1000);
  }

  private static double[] everything() {
    double end = Double.POSITIVE_INFINITY;
    return new double[] {-end, -end, end, end};
  }

  private static double[] box(Random random, boolean extreme) {
    double x = side(random, extreme);
    double y = side(random, extreme);
    double x2 = extreme ? side(random, true) : x + 0.1 * random.nextDouble();
    double y2 = extreme ? side(random, true) : y + 0.1 * random.nextDouble();
    return new double[] {Math.min(x, x2), Math.min(y, y2), Math.max(x, x2), Math.max(y, y2)};
  }

  private static double side(Random random, boolean extreme) {
    return extreme ? EXTREMES[random.nextInt(EXTREMES.length)] : random.nextDouble();
  }
}
