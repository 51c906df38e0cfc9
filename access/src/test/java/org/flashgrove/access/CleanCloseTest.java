package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.file.MemoryDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Counts the pages that opening a store reads after the store was closed with a filled write
 * buffer.
 */
class CleanCloseTest {
  private static final int ENTRIES = 90_000;
  private static final String LOG = "store.log";

  private long logBytesRead;
  private long logBytesWritten;
  private long blockBytesWritten;

  private final WatchedDirectory directory =
      new WatchedDirectory(new MemoryDirectory()) {
        @Override
        void reading(String file, long offset, int length) {
          logBytesRead += file.equals(LOG) ? length : 0;
        }

        @Override
        void writing(String file, long offset, int length) {
          logBytesWritten += file.startsWith(LOG) ? length : 0;
          blockBytesWritten += file.startsWith("blocks") ? length : 0;
        }
      };

  @ParameterizedTest
  @ValueSource(strings = {"commits", "worker"})
  void openingReadsTheBufferOnceAndReplaysNothing(String merges) {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("grove:memory=16M,merges=" + merges)
            .withFlash("none")
            .withDevice("buffered");
    Model model = new Model(Seeds.random());
    SpatialStore store = SpatialStore.create(directory, options);
    model.insert(store, ENTRIES);
    model.delete(store, ENTRIES / 10);
    store.sync();
    logBytesWritten = 0;
    store.close();
    assertThat(blockBytesWritten).as("bytes of blocks written").isZero();
    long imageBytes = logBytesWritten;
    assertThat(imageBytes).isPositive();
    logBytesRead = 0;
    try (SpatialStore opened = SpatialStore.open(directory)) {
      assertThat(logBytesRead).isLessThan(imageBytes + imageBytes / 5);
      assertThat(opened.stats().commits().recovery().operations()).isZero();
      model.requireSame(opened);
      assertThat(opened.store().check().problems()).isEmpty();
      model.insert(opened, 100);
      model.delete(opened, 100);
    }
    logBytesWritten = 0;
    try (SpatialStore opened = SpatialStore.open(directory)) {
      assertThat(opened.stats().commits().recovery().operations()).isPositive(); // but few
      model.requireSame(opened);
    }
    assertThat(logBytesWritten).as("written without a change").isLessThan(1 << 10);
  }

  /** The deletions of the last session leave few entries in each part of the write buffer. */
  @ParameterizedTest
  @ValueSource(ints = {100, 200, 400, 1_500})
  void aStoreWhoseOldestEntriesWereDeletedOpensAgain(int later, @TempDir Path parent) {
    Path place = parent.resolve("store");
    Random random = Seeds.random();
    double[] places = random.doubles(2 * (20_000 + later)).toArray();
    SpatialStore first = SpatialStore.create(place, StoreOptions.defaults());
    inSession(first, places, 0, 20_000, SpatialStore::insert);
    inSession(SpatialStore.open(place), places, 20_000, 20_000 + later, SpatialStore::insert);
    inSession(SpatialStore.open(place), places, 0, 20_000, SpatialStore::delete);
    try (SpatialStore opened = SpatialStore.open(place)) {
      assertThat(opened.size()).isEqualTo(later);
      Set<Long> found = new TreeSet<>();
      opened.search(0, 0, 1, 1, (id, minX, minY, maxX, maxY) -> found.add(id));
      assertThat(found).hasSize(later).first().isEqualTo(20_000L);
      assertThat(opened.store().check().problems()).isEmpty();
    }
  }

  /** Such a deletion reduces the number of entries until a merge corrects it. */
  @Test
  void aBlindStoreThatDeletedMissingEntriesOpensAgain() {
    StoreOptions blind =
        StoreOptions.defaults().withIndex("grove:blind=on,memory=16M").withDevice("buffered");
    double[] places = Seeds.random().doubles(2 * 60_000).toArray();
    try (SpatialStore store = SpatialStore.create(directory, blind)) {
      store.insert(60_001, 0.5, 0.5, 0.5, 0.5);
      for (int i = 0; i < 60_000; i++) {
        store.delete(i, places[2 * i], places[2 * i + 1], places[2 * i], places[2 * i + 1]);
      }
    }
    try (SpatialStore opened = SpatialStore.open(directory)) {
      Set<Long> found = new TreeSet<>();
      opened.search(0, 0, 1, 1, (id, minX, minY, maxX, maxY) -> found.add(id));
      assertThat(found).containsExactly(60_001L);
    }
  }

  @FunctionalInterface
  private interface Change {
    void of(SpatialStore store, long id, double minX, double minY, double maxX, double maxY);
  }

  private static void inSession(
      SpatialStore opened, double[] places, int from, int to, Change change) {
    try (SpatialStore store = opened) {
      for (int id = from; id < to; id++) {
        double x = places[2 * id];
        double y = places[2 * id + 1];
        change.of(store, id, x, y, x, y);
      }
    }
  }
}
