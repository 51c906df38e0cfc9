package org.flashgrove.indexes.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

/** Checks the order in which a plane sweep takes entries. */
class SweepEntriesTest {
  private static final double[] SPECIAL = {
    0, -0.0, Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, 1, -1
  };

  @Test
  void entriesAscendByMinXAndKeepTheirCornersAndIds() {
    Random random = Seeds.random();
    SweepEntries entries = new SweepEntries();
    for (int round = 0; round < 300; round++) {
      int count = random.nextInt(round % 10 == 0 ? 4_000 : 300);
      double[][] added = new double[count][];
      entries.clear();
      double base = random.nextGaussian() * Math.pow(10, random.nextInt(12) - 3);
      for (int i = 0; i < count; i++) {
        double minX = minX(random, round % 4, base);
        added[i] = new double[] {minX, i, minX + 1, -i};
        entries.add(i, minX, i, minX + 1, -i);
      }
      entries.sort();
      Arrays.sort(added, Comparator.comparingDouble(of -> of[0] + 0.0)); // 0 equals -0
      assertThat(entries.count()).isEqualTo(count);
      boolean[] seen = new boolean[count];
      for (int i = 0; i < count; i++) {
        assertThat(entries.minX(i) == added[i][0]).isTrue();
        int id = (int) entries.id(i);
        assertThat(seen[id]).isFalse();
        seen[id] = true;
        assertThat(entries.minY(i)).isEqualTo(id);
        assertThat(entries.maxX(i)).isEqualTo(entries.minX(i) + 1);
        assertThat(entries.maxY(i) == -id).isTrue();
      }
    }
  }

  private static double minX(Random random, int kind, double base) {
    return switch (kind) {
      case 0 -> base * random.nextDouble();
      case 1 -> Double.longBitsToDouble(Double.doubleToLongBits(base) + random.nextInt(3_000));
      case 2 -> SPECIAL[random.nextInt(SPECIAL.length)];
      default -> random.nextInt(20) - 10;
    };
  }
}
