package org.flashgrove.grove.columns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.function.LongSupplier;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The order beside the sorted keys. */
class RadixOrderTest {
  private enum Keys {
    ANY,
    FEW,
    EQUAL,
    DENSE,
    /** All but one within a tiny part of the range, and so again within that part. */
    NESTED,
    GREATEST;

    LongSupplier draw(Random random) {
      switch (this) {
        case FEW:
          return () -> random.nextInt(3);
        case EQUAL:
          return () -> 42;
        case DENSE:
          return () -> (1L << 60) + random.nextInt(1_000);
        case NESTED:
          return () -> (1L << 60) + (random.nextLong() >>> 4 >>> random.nextInt(60));
        case GREATEST:
          return () -> random.nextBoolean() ? Long.MAX_VALUE - random.nextInt(2) : 0;
        default:
          return () -> random.nextLong() >>> 1;
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void isThatOfSortedKeys(Keys kind) {
    Random random = Seeds.random();
    RadixOrder order = new RadixOrder();
    for (int round = 0; round < 40; round++) {
      int count = random.nextInt(round % 4 == 0 ? 20 : 3_000);
      EntryColumns entries = new EntryColumns(count);
      LongSupplier keys = kind.draw(random);
      long[] expected = new long[count];
      for (int i = 0; i < count; i++) {
        expected[i] = keys.getAsLong();
        entries.setDeletion(entries.add(expected[i], i, i, -i, i, -i), i % 7 == 0);
      }
      Arrays.sort(expected);
      order.sort(entries);
      EntryColumns sorted = new EntryColumns(1, false);
      order.copyTo(sorted);
      assertThat(sorted.size()).isEqualTo(count);
      BitSet seen = new BitSet();
      for (int i = 0; i < count; i++) {
        int id = (int) sorted.id(i);
        seen.set(id);
        assertThat(entries.matches(id, sorted, i)).isTrue();
        assertThat(sorted.isDeletion(i)).isEqualTo(entries.isDeletion(id));
        assertThat(entries.key(id)).isEqualTo(expected[i]).isEqualTo(order.key(i));
      }
      assertThat(seen.cardinality()).isEqualTo(count);
    }
  }
}
