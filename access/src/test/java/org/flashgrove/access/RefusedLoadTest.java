package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a refused bulk load of an index of blocks changes nothing and leaves the store usable.
 */
class RefusedLoadTest {
  /** Number of changes after which a Grove has chosen its domain. */
  private static final int CHANGES_WITH_DOMAIN = 600;

  @TempDir Path directory;

  /** Blind deletions of missing entries make the size 0 although the store has entries. */
  @ParameterizedTest
  @ValueSource(ints = {5, CHANGES_WITH_DOMAIN})
  void aBlindStoreOfSizeZeroThatHasEntriesRefusesALoad(int entries) {
    double[] places = Seeds.random().doubles(2 * entries).toArray();
    try (SpatialStore store = create("grove:blind=on")) {
      insert(store, places);
      for (int i = 0; i < entries; i++) {
        store.delete(entries + i, 0.5, 0.5, 0.5, 0.5);
      }
      assertThat(store.size()).isZero();
      try (EntryLoader loader = store.loader(1 << 18, directory)) {
        loader.add(-1, 0.5, 0.5, 0.5, 0.5);
        assertThatThrownBy(loader::load)
            .isInstanceOf(IllegalStateException.class)
            .hasMessage(
                "bulk load: the index has " + entries + " entries; load into an empty index");
      }
      assertUsableWith(store, entries);
    }
  }

  @Test
  void aBlindStoreWithoutEntriesTakesALoadAfterDeletionsOfMissingEntries() {
    try (SpatialStore store = create("grove:blind=on")) {
      for (int i = 0; i < CHANGES_WITH_DOMAIN; i++) {
        store.delete(i, 0.5, 0.5, 0.5, 0.5);
      }
      try (EntryLoader loader = store.loader(1 << 18, directory)) {
        loader.add(-1, 0.5, 0.5, 0.5, 0.5);
        loader.load();
      }
      assertUsableWith(store, 1);
    }
  }

  @KindTest
  @KindSource({"grove", "grove:blind=on", "lsm"})
  void aLoaderThatIsOlderThanTheDomainIsRefused(String index) {
    Random random = Seeds.random();
    double[] places = random.doubles(2 * CHANGES_WITH_DOMAIN).toArray();
    try (SpatialStore store = create(index)) {
      try (EntryLoader loader = store.loader(1 << 18, directory)) {
        loader.add(-1, 0.5, 0.5, 0.5, 0.5);
        insert(store, places);
        for (int i = 0; i < places.length / 2; i++) {
          store.delete(i, places[2 * i], places[2 * i + 1], places[2 * i], places[2 * i + 1]);
        }
        assertThatThrownBy(loader::load)
            .isInstanceOf(IllegalStateException.class)
            .hasMessage(
                "bulk loader: entries were inserted after it was created; create a new loader");
      }
      assertUsableWith(store, 0);
    }
  }

  private SpatialStore create(String index) {
    return SpatialStore.create(
        directory.resolve("store"), StoreOptions.defaults().withIndex(index));
  }

  private static void insert(SpatialStore store, double[] places) {
    for (int i = 0; i < places.length / 2; i++) {
      store.insert(i, places[2 * i], places[2 * i + 1], places[2 * i], places[2 * i + 1]);
    }
  }

  private static void assertUsableWith(SpatialStore store, int entries) {
    assertThat(store.count(EntryQuery.all())).isEqualTo(entries);
    store.insert(-2, 0.5, 0.5, 0.5, 0.5);
    store.flush();
    assertThat(store.size()).isEqualTo(entries + 1);
    assertThat(store.store().check().problems()).isEmpty();
  }
}
