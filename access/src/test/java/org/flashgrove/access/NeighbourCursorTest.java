package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.SnapshotExpiredException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests nearest-neighbour cursors over stores that change meanwhile. */
class NeighbourCursorTest {
  private static final int COUNT = 2000;

  @TempDir private Path directory;

  private SpatialStore store(String index, String flash) {
    SpatialStore store =
        SpatialStore.create(
            directory.resolve("store"),
            StoreOptions.defaults()
                .withIndex(index)
                .withFlash(flash)
                .withDevice("buffered")
                .withPageSize(1024)
                .withSync(SyncMode.CLOSE));
    for (int id = 0; id < COUNT; id++) {
      double at = id / (double) COUNT;
      store.insert(id, at, at, at, at);
    }
    return store;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rstar | none:frames=64",
        "rstar | efind:buffer=128K",
        "rtree:split=quadratic,blind=off | efind:buffer=128K,memory=festival64,compat=festival",
        "rtree:split=linear | none:frames=64",
        "hilbert:s=2,domain=0/0/1/1 | efind:buffer=128K",
        "xbr:domain=0/0/1/1 | none:frames=64",
        "xbr:domain=0/0/1/1 | efind:buffer=128K"
      })
  void aCursorSeesTheCommitItBeganWith(String index, String flash) {
    Random random = Seeds.random();
    try (SpatialStore store = store(index, flash)) {
      try (EntryCursor cursor = store.cursor(EntryQuery.nearest(Long.MAX_VALUE, 0, 0))) {
        for (int id = 0; id < COUNT; id++) {
          assertThat(cursor.next()).isTrue();
          assertThat(cursor.id()).isEqualTo(id);
          if (id % 20 == 0) { // few enough for what the store keeps for those who look back
            int gone = random.nextInt(COUNT);
            double at = gone / (double) COUNT;
            store.delete(gone, at, at, at, at);
            store.insert(COUNT + id, at, at, at, at);
          }
        }
        assertThat(cursor.next()).isFalse();
      }
      assertThat(Internals.tree(store.index()).check().problems()).isEmpty();
    }
  }

  /**
   * The writer never waits for a cursor, and never fails because of one. The store has few entries
   * on large pages.
   */
  @Test
  void aCursorThatOutlivesWhatIsKeptEndsInAClearError() {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rtree:capacity=4")
            .withFlash("none:buffer=4M")
            .withDevice("memory")
            .withPageSize(16_384)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      int count = (int) (5 * LoggedNodeStore.SNAPSHOT_BYTES / 16_384);
      try (BulkLoader loader = store.bulkLoader(new BulkConfig(BulkOrder.NEARESTX, directory))) {
        for (int id = 0; id < count; id++) {
          loader.add(id, id, 0, id, 0);
        }
        store.load(loader);
      }
      EntryCursor cursor = store.cursor(EntryQuery.nearest(Long.MAX_VALUE, 0, 0));
      assertThat(cursor.next()).isTrue();
      for (int id = 1; id < count; id += 4) { // one of each leaf
        assertThat(store.delete(id, id, 0, id, 0)).isTrue();
      }
      assertThatThrownBy(
              () -> {
                while (cursor.next()) {
                  assertThat(cursor.id()).isLessThan(count);
                }
              })
          .isInstanceOf(SnapshotExpiredException.class);
      assertThatThrownBy(cursor::next)
          .hasMessageContaining("broken by an earlier error; open a new cursor");
      cursor.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none:frames=16", "efind:buffer=32K"})
  void aCursorOfAClosedStoreSaysSo(String flash) {
    SpatialStore store = store("rstar", flash);
    EntryCursor cursor = store.cursor(EntryQuery.nearest(Long.MAX_VALUE, 0.5, 0.5));
    assertThat(cursor.next()).isTrue();
    store.close();
    assertThatThrownBy(cursor::next).isInstanceOf(StoreClosedException.class);
    cursor.close();
  }
}
