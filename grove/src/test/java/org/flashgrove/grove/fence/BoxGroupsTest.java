package org.flashgrove.grove.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.junit.jupiter.api.Test;

/** The groups above random boxes skip none that a scan of all finds. */
class BoxGroupsTest {
  @Test
  void noBoxThatMayMatchIsSkipped() {
    Random random = Seeds.random();
    for (int round = 0; round < 200; round++) {
      int count = random.nextInt(700);
      double[] boxes = BoxGroups.emptyBoxes(count);
      BoxGroups groups = new BoxGroups(count);
      for (int i = 0; i < 3 * count; i++) {
        int at = random.nextInt(count);
        double x = at / 700.0 + 0.05 * random.nextDouble();
        double y = random.nextDouble();
        BoxGroups.cover(boxes, at, x, y, x + 0.01, y);
        groups.cover(at, x, y, x + 0.01, y);
      }
      double qx = random.nextDouble();
      double qy = random.nextDouble();
      double[] q = {qx, qy, qx + 0.02, qy + 0.1};
      RectangleTest test = round % 3 == 0 ? Predicate.CONTAINS : Predicate.INTERSECTS;
      int at = -1;
      int looked = 0;
      do {
        int before = at;
        at = groups.next(test, q, at + 1);
        for (int skipped = before + 1; skipped < at; skipped++) {
          assertThat(BoxGroups.mayHold(test, q, boxes, skipped)).isFalse();
        }
        looked++;
      } while (at < count);
      if (count > 600) {
        assertThat(looked).isLessThan(count / 2);
      }
    }
  }
}
