package org.flashgrove.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

/** Compares the radix sort with the sort of the JDK. */
class RadixSortTest {
  @Test
  void theOrderIsThatOfTheJdk() {
    Random random = Seeds.random();
    RadixSort used = new RadixSort();
    for (int round = 0; round < 2_000; round++) {
      int count = round % 2 == 0 ? random.nextInt(70) : random.nextInt(3_000);
      int shift = random.nextInt(Long.SIZE);
      long common = random.nextLong() >>> 1;
      long[] values = new long[count + random.nextInt(3)];
      for (int i = 0; i < values.length; i++) {
        long own = random.nextLong() >>> 1 + random.nextInt(Long.SIZE - 1);
        values[i] =
            random.nextBoolean() ? own : common >>> shift << shift | own & (1L << shift) - 1;
      }
      long[] expected = values.clone();
      Arrays.sort(expected, 0, count);
      long[] again = values.clone();
      RadixSort.sort(values, count);
      assertThat(values).containsExactly(expected);
      used.sortNext(again, count);
      assertThat(again).containsExactly(expected);
    }
  }

  @Test
  void lowBitsInAscendingOrderNeedNoComparison() {
    Random random = Seeds.random();
    RadixSort used = new RadixSort();
    for (int round = 0; round < 500; round++) {
      int count = random.nextInt(3_000);
      int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count);
      int keyBits = 1 + random.nextInt(Long.SIZE - 1 - bits);
      long[] values = new long[count];
      for (int i = 0; i < count; i++) {
        values[i] = (random.nextLong() & (1L << keyBits) - 1) << bits | i;
      }
      long[] expected = values.clone();
      Arrays.sort(expected);
      used.sortNext(values, count, bits);
      assertThat(values).containsExactly(expected);
    }
  }

  @Test
  void distinctNumbersAreSortedAndTheArrayStaysUnchanged() {
    Random random = Seeds.random();
    for (int round = 0; round < 100; round++) {
      long[] numbers = random.longs(random.nextInt(200), 0, 1 + random.nextInt(300)).toArray();
      long[] copy = numbers.clone();
      int count = random.nextInt(numbers.length + 1);
      assertThat(RadixSort.distinct(numbers, count))
          .isEqualTo(Arrays.stream(copy, 0, count).sorted().distinct().toArray());
      assertThat(numbers).isEqualTo(copy);
    }
  }
}
