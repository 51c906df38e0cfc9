package org.flashgrove.indexes.bulk.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sorts entries that are added nearly in order, so that some runs continue each other. */
class EntrySorterTest {
  private static final int KEY_BITS = 32;

  @TempDir private Path spill;

  private final Random random = Seeds.random();

  /** Returns entries with ascending keys, but for some equal and some smaller ones. */
  private long[][] nearlySorted(int count, int firstRectangle, int outOfOrder) {
    long[][] entries = new long[count][];
    long key = 0;
    for (int i = 0; i < count; i++) {
      key += random.nextInt(3) == 0 ? 0 : 1;
      boolean isEarly = outOfOrder > 0 && random.nextInt(outOfOrder) == 0;
      long own = isEarly ? key - random.nextInt(1000) : key;
      long side = Double.doubleToRawLongBits(i);
      long upper = i >= firstRectangle ? Double.doubleToRawLongBits(i + 1) : side;
      long id = (own + 1_000 << KEY_BITS) - i; // ids of equal keys fall
      entries[i] = new long[] {id, side, side, upper, upper};
    }
    return entries;
  }

  private static long key(long id) {
    return id + (1L << KEY_BITS - 1) >> KEY_BITS;
  }

  private void assertSorted(int memoryBytes, long[][] entries) {
    SortKey key = (id, minX, minY, maxX, maxY) -> key(id);
    long[][] expected = entries.clone();
    Arrays.sort(
        expected,
        Comparator.<long[]>comparingLong(each -> key(each[0])).thenComparingLong(each -> each[0]));
    ByteBuffer memory = ByteBuffer.allocateDirect(memoryBytes);
    try (EntrySorter known = new EntrySorter(memory, spill, key)) {
      for (int round = 0; round < 2; round++) {
        for (long[] each : entries) {
          known.add(each);
        }
        assertThat(known.total()).isEqualTo(entries.length);
        KeyedEntries sorted = known.sort(key);
        long[] entry = new long[SortedEntries.WORDS];
        for (long[] each : expected) {
          assertThat(sorted.next(entry)).isTrue();
          assertThat(sorted.key()).isEqualTo(key(each[0]));
          assertThat(Arrays.equals(entry, each)).isTrue();
        }
        assertThat(sorted.next(entry)).isFalse();
        assertThat(sorted.next(entry)).isFalse();
        known.clear();
      }
    }
  }

  @Test
  void runsThatContinueEachOtherAreSorted() {
    for (int round = 0; round < 60; round++) {
      int count = 1 + random.nextInt(20_000);
      int firstRectangle = random.nextBoolean() ? count : random.nextInt(count);
      int outOfOrder = random.nextBoolean() ? 0 : 1 + random.nextInt(5_000);
      assertSorted(1 << 17, nearlySorted(count, firstRectangle, outOfOrder));
    }
  }

  @Test
  void runsOfTwoThreadsThatContinueEachOtherAreSorted() {
    assertSorted(6 << 20, nearlySorted(300_000, 250_000, 0));
    assertSorted(6 << 20, nearlySorted(300_000, 300_000, 100_000));
  }
}
