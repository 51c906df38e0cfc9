package org.flashgrove.indexes.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

/** Compares the pairs of a strip with nested loops. */
class StripSweepTest {
  private final Random random = Seeds.random();
  private final StripSweep sweep = new StripSweep();

  private double[][] entries() {
    double[][] entries = new double[random.nextInt(300)][];
    sweep.clear();
    for (int i = 0; i < entries.length; i++) {
      double x = random.nextInt(40);
      double y = random.nextInt(40);
      entries[i] = new double[] {x, y, x + random.nextInt(4), y + random.nextInt(4)};
      sweep.add(entries[i][0], entries[i][1], entries[i][2], entries[i][3]);
    }
    return entries;
  }

  private static boolean areNear(double[] a, double[] b, double reach) {
    return a[0] - b[2] <= reach
        && b[0] - a[2] <= reach
        && a[1] - b[3] <= reach
        && b[1] - a[3] <= reach;
  }

  @Test
  void eachPairOfAStripIsVisitedOnce() {
    for (int round = 0; round < 300; round++) {
      double[][] entries = entries();
      int strip = random.nextInt(entries.length + 1);
      double reach = random.nextInt(3);
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < strip; i++) {
        for (int j = i + 1; j < entries.length; j++) {
          if (areNear(entries[i], entries[j], reach)) {
            expected.add(i + " " + j);
          }
        }
      }
      List<String> found = new ArrayList<>();
      sweep.run(strip, reach, (one, other) -> found.add(one + " " + other));
      assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void aSweepEndsWhenItsReceiverWantsNoMorePairs() {
    sweep.clear();
    for (int i = 0; i < 10; i++) {
      sweep.add(0, 0, 1, 1);
    }
    int[] visited = {0};
    sweep.run(10, 0, (one, other) -> ++visited[0] < 3);
    assertThat(visited[0]).isEqualTo(3);
  }
}
