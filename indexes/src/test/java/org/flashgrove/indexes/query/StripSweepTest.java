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
      int most = 0;
      long total = 0;
      for (int from = 0; from < entries.length; from += size) {
        int count = inStrip(entries, from, Math.min(from + size, entries.length), reach);
        most = Math.max(most, count);
        total += count;
      }
      double[] corners = Arrays.stream(entries).flatMapToDouble(Arrays::stream).toArray();
      assertThat(StripSweep.of(corners, entries.length, size, reach, total - 1)).isNull();
      StripSweep sweep = StripSweep.of(corners, entries.length, size, reach, total);
      assertThat(sweep.most()).isEqualTo(most);
      assertThat(sweep.total()).isEqualTo(total);
    }
  }

  @Test
  void eachPairIsFoundInOneStrip() {
    for (int round = 0; round < 300; round++) {
      double[][] entries = entries();
      double reach = random.nextInt(3);
      double[] corners = Arrays.stream(entries).flatMapToDouble(Arrays::stream).toArray();
      int size = 1 + random.nextInt(1 + random.nextInt(300));
      StripSweep sweep = StripSweep.of(corners, entries.length, size, reach, 1 << 20).fork();
      int[] ones = new int[1 + random.nextInt(20)];
      int[] others = new int[ones.length];
      for (int from = 0; from < entries.length; ) {
        int end = Math.min((from / size + 1) * size, entries.length); // of the strip
        int to = random.nextBoolean() ? end : from + 1 + random.nextInt(end - from);
        List<String> expected = new ArrayList<>();
        for (int j = from; j < to; j++) {
          for (int i = 0; i < j; i++) {
            if (areNear(entries[i], entries[j], reach)) {
              expected.add(i + " " + j);
            }
          }
        }
        List<String> found = new ArrayList<>();
        checkFewPairs(sweep, entries, from, to, reach, expected);
        sweep.start(from, to);
        for (int count = sweep.next(ones, others); count > 0; count = sweep.next(ones, others)) {
          for (int i = 0; i < count; i++) {
            found.add(ones[i] + " " + others[i]);
          }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
        from = to;
      }
    }
  }

  private static void checkFewPairs(
      StripSweep sweep, double[][] entries, int from, int to, double reach, List<String> expected) {
    boolean[] marks = new boolean[entries.length];
    int[] few = sweep.fewPairs(from, to, marks);
    assertThat(few == null).isEqualTo(expected.size() > to - from);
    List<String> found = new ArrayList<>();
    boolean[] ofPairs = new boolean[entries.length];
    for (int k = 0; few != null && k < few.length; k += 2) {
      found.add(few[k] + " " + few[k + 1]);
      ofPairs[few[k]] = true;
      ofPairs[few[k + 1]] = true;
    }
    assertThat(found).hasSameSizeAs(few == null ? List.of() : expected);
    assertThat(expected).containsAll(found);
    for (int i = 0; few == null && i < to; i++) {
      ofPairs[i] = i >= from || entries[from][1] - entries[i][3] <= reach;
    }
    assertThat(marks).isEqualTo(ofPairs);
  }
}
