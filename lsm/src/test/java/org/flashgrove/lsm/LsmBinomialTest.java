package org.flashgrove.lsm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.lsm.merge.LsmConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Components of a real index of policy binomial after each flush, against the definition. */
class LsmBinomialTest {
  private static final int FLUSHES = 400;

  private static LsmTree open(int k) {
    Spec spec = Spec.parse("lsm:policy=binomial,k=" + k + ",memory=64K,domain=0/0/1000/1000");
    MemoryComponentStore store =
        new MemoryComponentStore(new MemoryComponentStore.Disk(), 512, 8, true);
    LsmTree tree = LsmTree.attach(store, LsmConfig.of(spec));
    store.open();
    return tree;
  }

  private static long choose(int n, int r) {
    if (r < 0 || r > n) {
      return 0;
    }
    long result = 1;
    for (int i = 1; i <= r; i++) {
      result = result * (n - r + i) / i;
    }
    return result;
  }

  private static long total(int d, int k) {
    return d < 0 ? 0 : total(d - 1, k) + choose(d + Math.min(d, k) - 1, d);
  }

  /** Returns the position from which on components are merged after flush n. */
  private static int mergedFrom(int n, int k) {
    int d = 0;
    while (total(d, k) < n) {
      d++;
    }
    int h = Math.min(d, k) - 1;
    long t = n - total(d - 1, k) - 1;
    int i = 0;
    while (t != 0) {
      long c = choose(d + h - 1, h);
      if (t < c) {
        d--;
      } else {
        t -= c;
        h--;
        i++;
      }
    }
    return i;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10})
  void componentsAfterEachFlushAreThoseOfTheDefinition(int k) {
    List<Long> sizes = new ArrayList<>(); // oldest first
    try (LsmTree tree = open(k)) {
      for (int n = 1; n <= FLUSHES; n++) {
        tree.insert(n, n, n, n, n);
        tree.flush();
        sizes.add(1L);
        int from = mergedFrom(n, k);
        List<Long> merged = sizes.subList(from, sizes.size());
        long sum = merged.stream().mapToLong(Long::longValue).sum();
        merged.clear();
        sizes.add(sum);
        LsmStats stats = tree.stats();
        assertThat(stats.components()).as("k = %d, flush %d", k, n).isEqualTo(sizes.size());
        assertThat(stats.mergePending()).isFalse();
        assertThat(stats.records()).isEqualTo(n);
      }
      assertThat(stored(tree)).isEqualTo(sizes);
      assertThat(tree.check().ok()).isTrue();
    }
  }

  private static List<Long> stored(LsmTree tree) {
    List<Long> sizes = new ArrayList<>();
    ComponentSet stored = tree.content().stored();
    for (int c = 0; c < stored.size(); c++) {
      sizes.add((long) stored.component(c).records());
    }
    if (sizes.size() > 1 && sizes.get(0) < sizes.get(sizes.size() - 1)) {
      Collections.reverse(sizes);
    }
    return sizes;
  }

  @Test
  void countsThatAreNotSettledSaySo() {
    try (LsmTree tree = open(4)) {
      boolean sawPending = false;
      for (int id = 0; id < 20_000; id++) {
        tree.insert(id, id % 1000, id % 997, id % 1000, id % 997);
        LsmStats stats = tree.stats();
        if (stats.mergePending()) {
          sawPending = true;
        } else if (stats.flushes() > 0) {
          assertThat(stats.components()).isLessThanOrEqualTo(4);
        }
      }
      assertThat(sawPending).isTrue();
      tree.flush();
      assertThat(tree.stats().mergePending()).isFalse();
    }
  }

  @Test
  @Timeout(60)
  void equalPointsAreDeletedOneByOne() {
    try (LsmTree tree = open(4)) {
      for (int i = 0; i < 4_000; i++) {
        tree.insert(i % 2 == 0 ? 7 : i, 5, 5, 5, 5);
      }
      for (int i = 0; i < 2_000; i++) {
        assertThat(tree.delete(7, 5, 5, 5, 5)).isTrue();
        assertThat(tree.delete(2 * i + 1, 5, 5, 5, 5)).isTrue();
      }
      assertThat(tree.delete(7, 5, 5, 5, 5)).isFalse();
      assertThat(tree.size()).isZero();
      assertThat(tree.check().ok()).isTrue();
    }
  }
}
