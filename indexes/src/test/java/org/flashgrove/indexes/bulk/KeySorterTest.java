package org.flashgrove.indexes.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.indexes.bulk.sort.SortKey;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entries sorted in memory and beyond it, in parts; two threads sort a part each. */
class KeySorterTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "150000, 16777216, false", // in memory
    "150001, 16777216, true",
    "300000, 8388608, false", // halves spilled
    "300000, 8388608, true",
    "5000, 65536, true" // parts as a whole
  })
  void entriesComeInOrderWithTheirKeys(int count, int memory, boolean extents) {
    Random random = Seeds.random();
    List<long[]> expected = new ArrayList<>();
    SortKey key = (id, x1, y1, x2, y2) -> (long) (x1 + y2);
    try (KeySorter sorter = new KeySorter(memory, directory, key)) {
      for (int i = 0; i < count; i++) {
        double x = random.nextInt(1_000);
        double y = random.nextInt(100);
        double width = extents && i > count / 3 ? random.nextInt(3) : 0;
        long[] entry = {random.nextInt(50), bits(x), bits(y), bits(x + width), bits(y)};
        expected.add(entry.clone());
        sorter.add(entry);
      }
      Comparator<long[]> order = Comparator.comparingLong(KeySorterTest::key);
      for (int word = 0; word < KeySorter.WORDS; word++) {
        int by = word;
        order = order.thenComparingLong(entry -> entry[by]);
      }
      expected.sort(order);
      long[] entry = new long[KeySorter.WORDS];
      for (long[] each : expected) {
        assertThat(sorter.next(entry)).isTrue();
        if (!java.util.Arrays.equals(entry, each) || sorter.key() != key(each)) {
          assertThat(entry).containsExactly(each);
          assertThat(sorter.key()).isEqualTo(key(each));
        }
      }
      assertThat(sorter.next(entry)).isFalse();
      assertThat(sorter.next(entry)).isFalse();
    }
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  private static long key(long[] entry) {
    return (long) (Double.longBitsToDouble(entry[1]) + Double.longBitsToDouble(entry[4]));
  }
}
