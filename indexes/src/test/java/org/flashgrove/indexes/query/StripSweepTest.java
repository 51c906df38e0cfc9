package org.flashgrove.indexes.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

/** Compares the pairs of strips with nested loops. */
class StripSweepTest {
  private static final Comparator<double[]> FROM_THE_SOUTH = Comparator.comparingDouble(a -> a[1]);

  private final Random random = Seeds.random();

  private double[][] entries() {
    double[][] entries = new double[random.nextInt(random.nextInt(8) == 0 ? 900 : 200)][];
    for (int i = 0; i < entries.length; i++) {
      double x = random.nextInt(40);
      double y = random.nextInt(40);
      double height = random.nextInt(50) == 0 ? 30 : random.nextInt(4);
      entries[i] = new double[] {x, y, x + random.nextInt(4), y + height};
    }
    Arrays.sort(entries, FROM_THE_SOUTH);
    return entries;
  }

  private static boolean areNear(double[] a, double[] b, double reach) {
    return a[0] - b[2] <= reach
        && b[0] - a[2] <= reach
        && a[1] - b[3] <= reach
        && b[1] - a[3] <= reach;
  }

  /** Returns the number of entries of a strip and of those that reach into it from below. */
  private static int inStrip(double[][] entries, int from, int to, double reach) {
    int count = to - from;
    for (int i = 0; i < from; i++) {
      count += entries[from][1] - entries[i][3] <= reach ? 1 : 0;
    }
    return count;
  }

  @Test
  void theFullestOfEqualStripsIsKnownBeforeTheSweep() {
    for (int round = 0; round < 300; round++) {
      double[][] entries = entries();
      double reach = random.nextInt(3);
      int size = 1 + random.nextInt(1 + random.nextInt(300));
      int expected = 0;
      for (int from = 0; from < entries.length; from += size) {
        int to = Math.min(from + size, entries.length);
        expected = Math.max(expected, inStrip(entries, from, to, reach));
      }
      double[] corners = Arrays.stream(entries).flatMapToDouble(Arrays::stream).toArray();
      assertThat(StripSweep.of(corners, entries.length, reach).most(size)).isEqualTo(expected);
    }
  }

  @Test
  void eachPairIsFoundInOneStrip() {
    for (int round = 0; round < 300; round++) {
      double[][] entries = entries();
      double reach = random.nextInt(3);
      double[] corners = Arrays.stream(entries).flatMapToDouble(Arrays::stream).toArray();
      StripSweep sweep = StripSweep.of(corners, entries.length, reach);
      StripSweep forked = sweep.fork(entries.length);
      int[] ones = new int[1 + random.nextInt(20)];
      int[] others = new int[ones.length];
      for (int from = 0; from < entries.length; ) {
        int to = from + 1 + random.nextInt(entries.length - from);
        List<String> expected = new ArrayList<>();
        for (int j = from; j < to; j++) {
          for (int i = 0; i < j; i++) {
            if (areNear(entries[i], entries[j], reach)) {
              expected.add(i + " " + j);
            }
          }
        }
        List<String> found = new ArrayList<>();
        int most = inStrip(entries, from, to, reach);
        StripSweep used = random.nextBoolean() ? sweep.fork(most) : forked;
        used.start(from, to, entries[from][1]);
        for (int count = used.next(ones, others); count > 0; count = used.next(ones, others)) {
          for (int i = 0; i < count; i++) {
            found.add(ones[i] + " " + others[i]);
          }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
        from = to;
      }
    }
  }
}
