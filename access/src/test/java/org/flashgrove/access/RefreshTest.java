package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.storage.file.MemoryDirectory;
import org.junit.jupiter.api.Test;

/** Measures what a reader reads when it follows the writer. */
class RefreshTest {
  private static final String LOG = "store.log";

  /** Bytes of a window in which a log is searched for frames that the reader does not have. */
  private static final long WINDOW_BYTES = 1 << 18;

  private final Random random = Seeds.random();
  private final Set<Model.Entry> entries = new HashSet<>();
  private long logBytesRead;
  private long logBytesWritten;
  private long nextId;

  private final WatchedDirectory directory =
      new WatchedDirectory(new MemoryDirectory()) {
        @Override
        void reading(String file, long offset, int length) {
          logBytesRead += file.startsWith(LOG) ? length : 0;
        }

        @Override
        void writing(String file, long offset, int length) {
          logBytesWritten += file.startsWith(LOG) ? length : 0;
        }
      };

  private void insert(SpatialStore store, int commits) {
    for (int i = 0; i < commits; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      try (SpatialBatch batch = store.begin()) {
        batch.insert(nextId, x, y, x, y);
        batch.commit();
      }
      entries.add(new Model.Entry(nextId++, x, y, x, y));
    }
    store.sync();
  }

  @Test
  void readersOfGrovesReadOnlyTheTailOfTheLog() {
    StoreOptions options =
        StoreOptions.defaults().withIndex("grove:memory=16M").withDevice("buffered");
    try (SpatialStore store = SpatialStore.create(directory, options)) {
      insert(store, 60_000);
      SpatialStore reader = SpatialStore.openReadOnly(directory);
      for (int round = 0; round < 5; round++) {
        Set<Model.Entry> before = new HashSet<>(entries);
        logBytesWritten = 0;
        insert(store, 1_000);
        logBytesRead = 0;
        SpatialStore now = reader.refresh();
        assertThat(logBytesRead).isLessThan(12 * logBytesWritten).isLessThan(WINDOW_BYTES);
        assertThat(Model.read(now)).isEqualTo(entries);
        assertThat(now.store().check().problems()).isEmpty();
        assertThat(Model.read(reader)).isEqualTo(before);
        reader.close();
        reader = now;
      }
      reader.close();
    }
  }
}
