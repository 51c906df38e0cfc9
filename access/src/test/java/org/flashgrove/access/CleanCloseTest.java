package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.Seeds;
import org.flashgrove.storage.file.MemoryDirectory;
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
}
