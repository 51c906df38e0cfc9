package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that {@link EntryLoader} fills stores of all kinds of indices. */
class EntryLoaderTest {
  private static final int ENTRIES = 3_000;

  @TempDir private Path directory;

  private SpatialStore create(StoreOptions options) {
    return SpatialStore.create(directory.resolve("store"), options);
  }

  private static StoreOptions options(String index) {
    return StoreOptions.defaults()
        .withIndex(index)
        .withFlash("none:frames=64")
        .withDevice("buffered")
        .withPageSize(1024)
        .withSync(SyncMode.CLOSE);
  }

  @KindTest
  @KindSource({
    "rstar",
    "hilbert:domain=0/0/1/1",
    "rtree",
    "grove:memory=64K,block=8K",
    "grove:memory=64K,block=8K,merges=worker",
    "lsm:memory=64K,block=8K"
  })
  void whatWasLoadedIsThere(String index) {
    Random random = Seeds.random();
    double[] xs = random.doubles(ENTRIES).toArray();
    double[] ys = random.doubles(ENTRIES).toArray();
    try (SpatialStore store = create(options(index))) {
      try (EntryLoader loader = store.loader(BulkConfig.LEAST_SORT_MEMORY, directory)) {
        for (int i = 0; i < ENTRIES; i++) {
          loader.add(i, xs[i], ys[i], xs[i], ys[i]);
        }
        loader.load();
      }
      assertThatThrownBy(() -> store.loader(BulkConfig.LEAST_SORT_MEMORY, directory))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("entries; load into an empty ");
    }
    long expected = 0;
    for (int i = 0; i < ENTRIES; i++) {
      expected += xs[i] <= 0.4 && ys[i] <= 0.6 ? i + 1 : 0;
    }
    long[] found = {0};
    try (SpatialStore again = SpatialStore.open(directory.resolve("store"))) {
      assertThat(again.size()).isEqualTo(ENTRIES);
      assertThat(again.store().check().problems()).isEmpty();
      again.search(0, 0, 0.4, 0.6, (id, x1, y1, x2, y2) -> found[0] += id + 1);
    }
    assertThat(found[0]).isEqualTo(expected);
  }

  @KindTest
  @KindSource({"rstar", "grove:memory=64K,block=8K", "lsm:memory=64K,block=8K"})
  void aLoadReportsItsProgress(String index) {
    int entries = 20_000;
    List<Long> reports = new ArrayList<>();
    LoadOptions options =
        new LoadOptions(BulkConfig.LEAST_SORT_MEMORY, directory).withProgress(reports::add);
    try (SpatialStore store = create(options(index));
        EntryLoader loader = store.store().entries(SpatialStore.INDEX).loader(options)) {
      for (int i = 0; i < entries; i++) {
        loader.add(i, i, 0, i, 0);
      }
      assertThat(reports).isEmpty();
      loader.load();
    }
    assertThat(reports).isSorted().hasSizeGreaterThan(1).endsWith((long) entries);
  }

  @Test
  void aLoaderThatIsClosedLeavesTheStoreEmpty() {
    try (SpatialStore store = create(options("grove:memory=64K,block=8K"))) {
      try (EntryLoader loader = store.loader(BulkConfig.LEAST_SORT_MEMORY, directory)) {
        loader.add(1, 0, 0, 1, 1);
      }
      assertThat(store.size()).isZero();
    }
  }

  @KindTest
  @KindSource({"kdb:domain=0/0/1/1", "gridfile:domain=0/0/1/1"})
  void anIndexThatCannotBeBulkLoadedSaysSo(String index) {
    try (SpatialStore store = create(options(index))) {
      assertThatThrownBy(() -> store.loader(BulkConfig.LEAST_SORT_MEMORY, directory))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("insert the entries, or use");
    }
  }

  @KindTest
  @KindSource({"rstar", "grove:memory=64K,block=8K", "lsm:memory=64K,block=8K"})
  void storesWithIdsAreLoadedTogetherWithTheirIds(String index) {
    Random random = Seeds.random();
    try (SpatialStore store = create(options(index).withIds())) {
      try (EntryLoader loader = store.loader(BulkConfig.LEAST_SORT_MEMORY, directory)) {
        for (int i = 0; i < ENTRIES; i++) {
          double x = random.nextDouble();
          loader.add(ENTRIES - i, x, -0.0, x + i % 2, 1);
        }
        loader.load();
      }
      assertThat(store.store().check().problems()).isEmpty();
      assertThat(store.move(7, 5, 5, 6, 6)).isTrue();
      assertThat(store.remove(8)).isTrue();
    }
    try (SpatialStore again = SpatialStore.open(directory.resolve("store"))) {
      assertThat(again.size()).isEqualTo(ENTRIES - 1);
      assertThat(again.store().check().problems()).isEmpty();
      assertThat(again.entry(7)).isEqualTo(new Entry(7, 5, 5, 6, 6));
      assertThat(again.entry(8)).isNull();
    }
  }

  @KindTest
  @KindSource({"rstar", "grove:memory=64K,block=8K", "lsm:memory=64K,block=8K"})
  void aLoadThatRepeatsAnIdLeavesTheStoreEmpty(String index) {
    try (SpatialStore store = create(options(index).withIds())) {
      try (EntryLoader loader = store.loader(BulkConfig.LEAST_SORT_MEMORY, directory)) {
        for (int i = 0; i < ENTRIES; i++) {
          loader.add(i, i, i, i, i);
        }
        loader.add(17, 1, 1, 2, 2);
        assertThatThrownBy(loader::load)
            .isInstanceOfSatisfying(
                DuplicateKeyException.class, e -> assertThat(e.key()).isEqualTo(17))
            .hasMessage("id 17 occurs more than once; load each id once");
      }
      assertThat(store.size()).isZero();
      store.insert(17, 1, 1, 2, 2);
      assertThat(store.store().check().problems()).isEmpty();
    }
  }

  @Test
  void aTreeWithIdsIsNotLoadedPastTheIds() {
    try (SpatialStore store = create(options("rstar").withIds())) {
      BulkConfig config = new BulkConfig(BulkOrder.HILBERT, directory);
      assertThatThrownBy(() -> store.bulkLoader(config))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("use loader()");
    }
  }

  @Test
  void aTreeIsPackedInTheOrderAndFillOfTheOptions() {
    AtomicLong written = new AtomicLong();
    LoadOptions half =
        new LoadOptions(
            "hilbert", 0.5, null, written::set, LoadOptions.LEAST_SORT_MEMORY, directory);
    try (SpatialStore store = create(options("rstar"))) {
      EntryStructure index = store.store().entries(SpatialStore.INDEX);
      try (EntryLoader loader = index.loader(half)) {
        for (int i = 0; i < ENTRIES; i++) {
          loader.add(i, i, i, i, i);
        }
        loader.load();
      }
      assertThat(written).hasValue(ENTRIES);
      assertThat(Internals.tree(store.index()).structure().levels().get(0).averageFill())
          .isBetween(0.4, 0.55);
      assertThat(store.store().check().problems()).isEmpty();
    }
  }

  @Test
  void anUnknownOrderIsRefused() {
    assertThat(LoadOptions.orders()).contains("str", "hilbert");
    assertThatThrownBy(() -> new LoadOptions("random", 1, null, written -> {}, 1 << 20, directory))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("(allowed: str, hilbert");
  }
}
