package org.flashgrove.indexes.bplus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.node.MemoryNodeStore;
import org.flashgrove.core.spec.Spec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a lookup by key finds the only pair, and notices keys with several pairs. */
class PairLookupTest {
  private static final long NONE = -1;
  private static final long SEVERAL = -2;
  private static final int PAGE = 512;

  /**
   * With few keys the pairs of a key fill several leaves, and the first of them may be the last
   * pair of a leaf.
   */
  @ParameterizedTest
  @ValueSource(ints = {3, 40, 1_000})
  void answersAsASortedMapDoes(int keys) {
    Random random = Seeds.random();
    BPlusTree tree =
        BPlusTree.open(
            new MemoryNodeStore(PAGE, BPlusTree.LAYOUT), BPlusConfig.of(Spec.parse("bplus"), PAGE));
    TreeMap<Long, SortedSet<Long>> model = new TreeMap<>();
    try (tree;
        BPlusBatch batch = tree.begin()) {
      for (int i = 0; i < 3_000; i++) {
        long key = random.nextInt(keys);
        long value = random.nextInt(100);
        SortedSet<Long> values = model.computeIfAbsent(key, any -> new TreeSet<>());
        if (random.nextInt(i < 1_500 ? 4 : 2) == 0) {
          assertThat(batch.delete(key, value)).isEqualTo(values.remove(value));
        } else {
          assertThat(batch.insert(key, value)).isEqualTo(values.add(value));
        }
        if (i % 20 == 0) {
          for (long asked = -1; asked <= keys; asked++) {
            SortedSet<Long> expected = model.getOrDefault(asked, new TreeSet<>());
            long single =
                expected.isEmpty() ? NONE : expected.size() > 1 ? SEVERAL : expected.first();
            assertThat(batch.single(asked, NONE, SEVERAL)).as("key %d", asked).isEqualTo(single);
            assertThat(batch.cursor(asked, asked).single(NONE, SEVERAL)).isEqualTo(single);
          }
        }
      }
    }
  }

  /** Keys above all others are known to be new, until one of them is inserted. */
  @ParameterizedTest
  @ValueSource(ints = {0, 3, 10})
  void containsTheKeysOfASet(int descending) {
    Random random = Seeds.random();
    TreeSet<Long> model = new TreeSet<>();
    BPlusTree tree =
        BPlusTree.open(
            new MemoryNodeStore(PAGE, BPlusTree.LAYOUT), BPlusConfig.of(Spec.parse("bplus"), PAGE));
    try (tree) {
      for (int round = 0; round < 40; round++) {
        try (BPlusBatch batch = tree.begin()) {
          for (int i = 0; i < 50; i++) {
            long last = model.isEmpty() ? 0 : model.last();
            boolean isBelow = random.nextInt(10) < descending;
            long key = isBelow ? random.nextLong(-5, last + 1) : last + random.nextInt(4);
            assertThat(batch.contains(key)).as("key %d", key).isEqualTo(model.contains(key));
            if (random.nextInt(5) == 0 && !model.isEmpty()) {
              assertThat(batch.delete(last, 7)).isTrue();
              model.remove(last);
            } else {
              assertThat(batch.insert(key, 7)).isEqualTo(model.add(key));
            }
          }
          batch.commit();
        }
      }
    }
  }
}
