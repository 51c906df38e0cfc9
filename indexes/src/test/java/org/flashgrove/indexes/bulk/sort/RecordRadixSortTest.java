package org.flashgrove.indexes.bulk.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class RecordRadixSortTest {
  /**
   * Sorts entries and compares their order with that of a list's sort. Returns them in this order.
   */
  private static List<long[]> assertSorted(List<long[]> entries, SortKey key) {
    int count = entries.size();
    int words = Records.RECTANGLE_WORDS + RecordRadixSort.WORDS_PER_RECORD;
    LongBuffer memory = ByteBuffer.allocateDirect(8 * (words * count + 1)).asLongBuffer();
    for (int i = 0; i < count; i++) {
      Records.put(memory, i * Records.RECTANGLE_WORDS, false, entries.get(i));
    }
    RecordRadixSort order = new RecordRadixSort(memory);
    order.sort(count, false, key, count * Records.RECTANGLE_WORDS);
    Comparator<long[]> byKey =
        Comparator.comparingLong(
            e ->
                key.of(
                    e[0],
                    Double.longBitsToDouble(e[1]),
                    Double.longBitsToDouble(e[2]),
                    Double.longBitsToDouble(e[3]),
                    Double.longBitsToDouble(e[4])));
    for (int word = 0; word < SortedEntries.WORDS; word++) {
      int by = word;
      byKey = byKey.thenComparingLong(e -> e[by]);
    }
    List<long[]> expected = new ArrayList<>(entries);
    expected.sort(byKey);
    long[] entry = new long[SortedEntries.WORDS];
    for (int rank = 0; rank < count; rank++) {
      Records.get(memory, order.at(rank), false, entry);
      assertThat(entry).containsExactly(expected.get(rank));
    }
    return expected;
  }

  private static long[] entry(long id, double x, double y, double width) {
    return new long[] {
      id,
      Double.doubleToRawLongBits(x),
      Double.doubleToRawLongBits(y),
      Double.doubleToRawLongBits(x + width),
      Double.doubleToRawLongBits(y)
    };
  }

  @Test
  void manyEqualAndCloseKeysAreSettledByTheRest() {
    Random random = Seeds.random();
    for (int distinct : new int[] {1, 2, 5, 1_000, 1_000_000}) {
      for (int count : new int[] {0, 1, 2, 3, 12, 13, 14, 100, 5_000}) {
        List<long[]> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          double x = random.nextInt(distinct) - distinct / 2;
          entries.add(entry(random.nextInt(50), x, random.nextInt(2), random.nextInt(2)));
        }
        assertSorted(entries, SortKey.LOWER_X);
        entries.sort(Comparator.comparingDouble(e -> Double.longBitsToDouble(e[1])));
        List<long[]> sorted = assertSorted(entries, SortKey.LOWER_X); // keys in order, ties in none
        assertSorted(sorted, SortKey.LOWER_X);
      }
    }
  }

  @Test
  void keysOfTheWholeRangeOfDoublesAreSorted() {
    Random random = Seeds.random();
    List<long[]> entries = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      double x = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(600) - 300);
      entries.add(entry(i, x, 0, 0));
      // neighbours that differ in the last bit alone
      entries.add(entry(i, Math.nextUp(x), 0, 0));
    }
    entries.add(entry(0, Double.MAX_VALUE, 0, 0));
    entries.add(entry(0, -Double.MAX_VALUE, 0, 0));
    entries.add(entry(0, 0.0, 0, 0));
    assertSorted(entries, SortKey.LOWER_X);
  }

  @Test
  void negativeZeroIsZero() {
    assertThat(SortKey.LOWER_X.of(0, -0.0, 0, 0, 0)).isEqualTo(SortKey.LOWER_X.of(0, 0.0, 0, 0, 0));
    assertThat(SortKey.LOWER_X.of(0, -1.0, 0, 0, 0))
        .isLessThan(SortKey.LOWER_X.of(0, 0.0, 0, 0, 0));
  }
}
