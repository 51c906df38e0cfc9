package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that opening a store reads inner nodes into memory, as many levels as fit. */
class WarmUpTest {
  private static final int ENTRIES = 20_000;
  private static final int PAGE = 512;

  private final MemoryDirectory directory = new MemoryDirectory();

  private void fill(String index, String flash) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice("buffered:depth=4")
            .withPageSize(PAGE)
            .withSync(SyncMode.CLOSE);
    Random random = Seeds.random();
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      for (int i = 0; i < ENTRIES; i++) {
        double x = random.nextDouble();
        double y = random.nextDouble();
        store.insert(i, x, y, x, y);
      }
      store.flush();
    }
  }

  private static long misses(SpatialStore store) {
    return store.stats().first().buffer().misses();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "rtree", "hilbert:domain=0/0/1/1", "xbr:domain=0/0/1/1"})
  void allInnerNodesThatFitAreThere(String index) {
    fill(index, "none:buffer=4M,warm=2M");
    try (SpatialStore store = SpatialStore.open(directory)) {
      long inner = Internals.tree(store.index()).structure().internalNodes();
      long leaves = Internals.tree(store.index()).structure().leafNodes();
      assertThat(inner).isGreaterThan(10);
      assertThat(misses(store)).isEqualTo(inner + leaves); // each once, for the figures, too
    }
    try (SpatialStore store = SpatialStore.open(directory)) {
      long atOpening = misses(store);
      long found = store.count(EntryQuery.intersecting(0, 0, 1, 1));
      assertThat(found).isEqualTo(ENTRIES);
      long leaves = misses(store) - atOpening;
      assertThat(leaves).isEqualTo(Internals.tree(store.index()).structure().leafNodes());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "hilbert:domain=0/0/1/1", "xbr:domain=0/0/1/1"})
  void whatWasPreloadedIsNotReadAgain(String index) {
    fill(index, "none:buffer=4M");
    try (SpatialStore store = SpatialStore.open(directory)) {
      assertThat(store.preload(Long.MAX_VALUE)).isGreaterThan(10 * PAGE).isLessThan(4 << 20);
      long before = misses(store);
      assertThat(store.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(ENTRIES);
      assertThat(misses(store)).isEqualTo(before);
    }
    try (SpatialStore store = SpatialStore.open(directory)) {
      assertThat(store.preload(20 * PAGE + 1)).isEqualTo(20 * PAGE);
      assertThat(misses(store)).isEqualTo(20);
      assertThat(store.preload(0)).isZero();
      assertThatThrownBy(() -> store.preload(-1)).hasMessageContaining("0 or more");
    }
  }

  @Test
  void aPreloadStopsWhereTheBufferEnds() {
    fill("rstar", "none:frames=32");
    try (SpatialStore store = SpatialStore.open(directory)) {
      assertThat(store.preload(Long.MAX_VALUE)).isEqualTo(32 * PAGE);
      assertThat(store.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(ENTRIES);
    }
  }

  @KindTest
  @KindSource({"grove", "lsm"})
  void blocksThatWerePreloadedAreNotReadAgain(String index) {
    fill(index + ":memory=4M,block=16K,domain=0/0/1/1", "none");
    try (SpatialStore store = SpatialStore.open(directory)) {
      long before = reads(store);
      assertThat(store.preload(0)).isZero();
      assertThatThrownBy(() -> store.preload(-1)).hasMessageContaining("0 or more");
      long some = store.preload(40 << 10);
      assertThat(some).isGreaterThan(24 << 10).isLessThanOrEqualTo(40 << 10);
      assertThat(reads(store) - before).isEqualTo(some / PAGE);
      long all = store.preload(Long.MAX_VALUE);
      assertThat(all).isGreaterThan(100 * PAGE);
      long after = reads(store);
      assertThat(after - before).isEqualTo(all / PAGE);
      assertThat(store.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(ENTRIES);
      assertThat(reads(store)).isEqualTo(after);
    }
  }

  @Test
  void aPreloadOfBlocksStopsWhereTheMemoryEnds() {
    fill("grove:memory=128K,block=16K,domain=0/0/1/1", "none");
    try (SpatialStore store = SpatialStore.open(directory)) {
      assertThat(store.preload(Long.MAX_VALUE)).isBetween(16L << 10, 128L << 10);
      assertThat(store.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(ENTRIES);
    }
  }

  private static long reads(SpatialStore store) {
    return store.stats().io().pageReads();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none:buffer=4M,warm=1K", "none:buffer=4M"})
  void aLevelThatDoesNotFitStaysWhereItIs(String flash) {
    fill("rstar", flash);
    try (SpatialStore store = SpatialStore.open(directory)) {
      assertThat(misses(store)).isLessThanOrEqualTo(1);
      assertThat(store.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(ENTRIES);
    }
  }
}
