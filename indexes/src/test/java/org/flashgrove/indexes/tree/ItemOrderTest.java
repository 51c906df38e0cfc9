package org.flashgrove.indexes.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemOrderTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 7, 8, 9, 1_000, 4_096})
  void equalItemsKeepTheirOrder(int count) {
    Random random = Seeds.random();
    int[] items = random.ints(count, 0, Math.max(1, count / 2)).toArray();
    int[] expected =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.comparingInt(i -> items[i]))
            .mapToInt(i -> i)
            .toArray();
    int[] sorted =
        ItemOrder.sorted(count, (one, other) -> Integer.compare(items[one], items[other]));
    assertThat(sorted).isEqualTo(expected);
  }

  @Test
  void itemsInOrderAreComparedOnce() {
    int[] comparisons = new int[1];
    int[] sorted =
        ItemOrder.sorted(
            1_000,
            (one, other) -> {
              comparisons[0]++;
              return Integer.compare(one, other);
            });
    assertThat(sorted).isSorted();
    assertThat(comparisons[0]).isLessThan(1_000);
  }
}
