package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.FaultKind;
import org.flashgrove.storage.crash.FaultyDisk;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests queries, messages and log output after a failed write. */
class FailedWriteTest {
  private static final Logger LOGGER = Logger.getLogger("org.flashgrove.storage");
  private static final int MOST_POLLS = 2_000;

  private final List<String> logged = Collections.synchronizedList(new ArrayList<>());
  private final Handler handler =
      new Handler() {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord line) {
          logged.add(line.getLevel() + " " + formatter.formatMessage(line));
        }

        @Override
        public void flush() {
          // nothing is held back
        }

        @Override
        public void close() {
          // nothing is open
        }
      };

  @BeforeEach
  void listen() {
    LOGGER.addHandler(handler);
    LOGGER.setUseParentHandlers(false);
  }

  @AfterEach
  void stopListening() {
    LOGGER.removeHandler(handler);
    LOGGER.setUseParentHandlers(true);
  }

  private static StoreOptions options(String index, String sync) {
    String flash = index.startsWith("rstar") ? "none:frames=16,log=64K" : "none";
    return StoreOptions.defaults()
        .withIndex(index)
        .withFlash(flash)
        .withDevice("buffered")
        .withPageSize(1024)
        .withSync(SyncMode.parse(sync));
  }

  private static long count(SpatialStore store) {
    return store.count(EntryQuery.intersecting(-1e9, -1e9, 1e9, 1e9));
  }

  /** Inserts until an insertion fails. Returns the number of entries in the store. */
  private static long fill(SpatialStore store, long from) {
    for (long id = from; ; id++) {
      try {
        store.insert(id, id % 97, id % 89, id % 97, id % 89);
      } catch (StoreException e) {
        return id;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove:domain=0/0/100/100,memory=64K,block=16K"})
  void queriesGoOnAndChangesStateTheFirstCause(String index) {
    CrashDisk disk = new CrashDisk();
    FaultyDisk faulty = new FaultyDisk(disk);
    SpatialStore store = SpatialStore.create(faulty, options(index, "op"));
    long whole = 300;
    for (long id = 0; id < whole; id++) {
      store.insert(id, id % 97, id % 89, id % 97, id % 89);
    }
    faulty.arm(FaultKind.WRITE_FULL, 0, true);
    long there = fill(store, whole);
    long seen = count(store);
    assertThat(seen).isBetween(there, there + 1);
    assertThatThrownBy(() -> store.insert(-1, 0, 0, 0, 0))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(
            ": the store accepts no changes, only queries, after a failure; fix the cause, then"
                + " close the store and open it again: ")
        .hasMessageContaining("ENOSPC");
    assertThatThrownBy(store::sync).hasMessageContaining("ENOSPC");
    try (SpatialSnapshot snapshot = store.snapshot()) {
      assertThat(snapshot.size()).isEqualTo(seen);
    }
    faulty.disarm(); // there is space again
    assertThatThrownBy(() -> store.delete(0, 0, 0, 0, 0)).hasMessageContaining("ENOSPC");
    store.close();
    try (SpatialStore again = SpatialStore.open(disk)) {
      assertThat(count(again)).isBetween(there, there + 1);
      again.insert(-1, 0, 0, 0, 0);
      assertThat(again.store().check().problems()).isEmpty();
    }
  }

  /**
   * A query gives its answer even if it needs room in memory and cannot write a changed page to the
   * device.
   */
  @Test
  void aPageThatAQueryCannotMoveOutStaysInMemory() {
    FaultyDisk faulty = new FaultyDisk(new CrashDisk());
    SpatialStore store = SpatialStore.create(faulty, options("rstar", "close"));
    for (long id = 0; id < 3_000; id++) {
      store.insert(id, id % 97, id % 89, id % 97, id % 89);
    }
    faulty.arm(FaultKind.WRITE_FULL, 0, true);
    for (int round = 0; round < 3; round++) {
      assertThat(count(store)).isEqualTo(3_000);
    }
    assertThat(faulty.injected()).isPositive();
    assertThatThrownBy(() -> store.insert(-1, 0, 0, 0, 0)).hasMessageContaining("ENOSPC");
    assertThat(count(store)).isEqualTo(3_000);
    assertThatThrownBy(store::close).hasMessageContaining("ENOSPC");
  }

  @Test
  void closingReportsWhatNobodyHeardOf() {
    FaultyDisk faulty = new FaultyDisk(new CrashDisk());
    SpatialStore store = SpatialStore.create(faulty, options("rstar", "close"));
    for (long id = 0; id < 3_000; id++) {
      store.insert(id, id % 97, id % 89, id % 97, id % 89);
    }
    faulty.arm(FaultKind.WRITE_FULL, 0, true);
    assertThat(count(store)).isEqualTo(3_000);
    assertThatThrownBy(store::close).hasMessageContaining("ENOSPC");
  }

  @Test
  void theLoggerReportsAFailedBackgroundSyncAndIsSilentOtherwise() throws InterruptedException {
    FaultyDisk faulty = new FaultyDisk(new CrashDisk());
    try (SpatialStore store = SpatialStore.create(faulty, options("rstar", "group:1ms"))) {
      store.insert(1, 1, 1, 1, 1);
      store.sync();
      store.insert(1, 1, 1, 1, 1);
      store.flush();
    }
    assertThat(logged).isEmpty();
    SpatialStore store = SpatialStore.open(faulty);
    assertThat(logged).isEmpty();
    faulty.arm(FaultKind.SYNC_FAILS, 0, true);
    store.insert(2, 2, 2, 2, 2);
    for (int i = 0; i < MOST_POLLS && logged.isEmpty(); i++) {
      Thread.sleep(5);
    }
    assertThat(logged).hasSize(1);
    assertThat(logged.get(0))
        .startsWith(
            "WARNING store: a background sync of the log failed, so newer commits may not be"
                + " durable; fix the cause, then close the store and open it again: ")
        .contains("EIO");
    assertThat(count(store)).isEqualTo(3);
    assertThatThrownBy(() -> store.insert(3, 3, 3, 3, 3)).hasMessageContaining("EIO");
    assertThat(count(store)).isEqualTo(3);
    store.close();
  }

  @Test
  void theLoggerReportsRecoveryAfterACrash() {
    StoreDirectory files = new MemoryDirectory();
    SpatialStore.create(files, options("rstar", "op")).close();
    SpatialStore killed = SpatialStore.open(files);
    for (int id = 0; id < 20; id++) {
      killed.insert(id, id, id, id, id);
    }
    assertThat(logged).isEmpty();
    try (RawFile log = files.open("store.log", RawFile.Caching.BUFFERED)) {
      log.resize(log.sizeBytes() - 3);
    }
    try (SpatialStore store = SpatialStore.open(files)) {
      assertThat(count(store)).isLessThan(20);
    }
    assertThat(logged).hasSize(1);
    assertThat(logged.get(0)).startsWith("INFO ").contains("recovered after a crash: ");
  }
}
