package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.failure.StoreLockedException;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a store can be opened again after it was garbage-collected without being closed. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForgottenStoreTest {
  private static final Logger LOGGER = Logger.getLogger("org.flashgrove.storage");

  @TempDir private Path directory;

  private StoreOptions options(String index, String sync) {
    return StoreOptions.defaults()
        .withMemory(1 << 20)
        .withIndex(index)
        .withDevice("buffered")
        .withSync(SyncMode.parse(sync));
  }

  private void forget(String index, String sync) {
    StoreOptions options = options(index, sync);
    SpatialStore store =
        SpatialStore.create(directory, sync.equals("close") ? options.withIds() : options);
    store.insert(1, 1, 1, 1, 1);
    store.sync();
  }

  private SpatialStore reopened() {
    while (true) {
      System.gc();
      try {
        return SpatialStore.open(directory);
      } catch (StoreLockedException e) {
        Thread.onSpinWait(); // until the collector has found it
      }
    }
  }

  private void requireReleased(String index, String sync) {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            warnings.add(entry.getMessage() + List.of(entry.getParameters()));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    LOGGER.addHandler(handler);
    try {
      forget(index, sync);
      try (SpatialStore store = reopened()) {
        assertThat(store.size()).isEqualTo(1);
        assertThat(store.store().check().problems()).isEmpty();
      }
      assertThat(warnings)
          .filteredOn(each -> each.contains(directory.toString()))
          .singleElement()
          .asString()
          .contains("garbage-collected without being closed");
    } finally {
      LOGGER.removeHandler(handler);
    }
  }

  @Test
  void aForgottenTreeReleasesItsLockAndLogsAWarning() {
    requireReleased("rstar", "close");
  }

  @Test
  void aForgottenGroveReleasesItsLockAndLogsAWarning() {
    requireReleased("grove:domain=0/0/9/9", "close");
  }

  /** The thread that syncs must end first. */
  @Test
  @Tag("long")
  void aForgottenStoreThatSyncsInGroupsReleasesItsLock() {
    requireReleased("rstar", "group:5ms");
  }

  @Test
  void aForgottenTableReleasesItsLock() {
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE)
            .withIndex("key", "bplus");
    Table.create(directory, options);
    Table table = null;
    while (table == null) {
      System.gc();
      try {
        table = Table.open(directory);
      } catch (StoreLockedException e) {
        Thread.onSpinWait();
      }
    }
    table.close();
  }

  /** A reference to a part of a store keeps the store from being collected. */
  @Test
  void aPartThatIsStillUsedKeepsTheStoreOpen() {
    SpatialIndex entries =
        SpatialStore.create(directory, options("rstar", "close"))
            .store()
            .entries("index")
            .entries();
    for (int i = 0; i < 20; i++) {
      System.gc();
      entries.insert(i, i, i, i, i);
    }
    assertThat(entries.size()).isEqualTo(20);
    entries.close();
  }
}
