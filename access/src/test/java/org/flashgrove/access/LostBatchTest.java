package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.failure.BatchTimeoutException;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Tests batches whose threads do not end them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LostBatchTest {
  private static SpatialStore create(MemoryDirectory files, String index) {
    return SpatialStore.create(files, StoreOptions.defaults().withMemory(1 << 20).withIndex(index));
  }

  private static void inThread(Runnable work) throws InterruptedException {
    Thread thread = new Thread(work, "importer");
    thread.start();
    thread.join();
  }

  @KindTest
  @KindSource({"rstar", "grove:domain=0/0/9/9", "xbr:domain=0/0/9/9", "lsm"})
  void aBatchWhoseThreadHasDiedIsRolledBackByTheNextWriter(String index) throws Exception {
    MemoryDirectory files = new MemoryDirectory();
    try (SpatialStore store = create(files, index)) {
      inThread(() -> store.begin().insert(1, 1, 1, 1, 1));
      store.insert(2, 2, 2, 2, 2);
      inThread(() -> store.begin().insert(3, 3, 3, 3, 3));
      try (SpatialBatch batch = store.begin()) {
        batch.insert(4, 4, 4, 4, 4);
        batch.commit();
      }
      assertThat(store.size()).isEqualTo(2);
      assertThat(store.store().check().problems()).isEmpty();
      inThread(() -> store.begin().insert(5, 5, 5, 5, 5));
    }
    try (SpatialStore store = SpatialStore.open(files)) {
      assertThat(store.size()).isEqualTo(2);
    }
  }

  @Test
  void soIsABatchOfAStoreWithItsParts() throws Exception {
    StoreDesign design =
        StoreOptions.defaults()
            .withMemory(1 << 20)
            .design()
            .with("roads", "rstar")
            .with("names", "bplus")
            .with("table", "records");
    try (Store store = Store.create(new MemoryDirectory(), design)) {
      for (int i = 0; i < 3; i++) {
        inThread(
            () -> {
              WriteBatch batch = store.begin();
              store.spatial("roads").begin(batch).insert(1, 1, 1, 1, 1);
              store.keys("names").begin(batch).insert(17, 1);
              store.records("table").begin(batch);
            });
        if (i == 0) {
          assertThat(store.keys("names").insert(18, 2)).isTrue();
        }
        try (WriteBatch batch = store.begin();
            SpatialBatch roads = store.spatial("roads").begin(batch);
            BPlusBatch names = store.keys("names").begin(batch)) {
          store.records("table").begin(batch);
          roads.insert(2 + i, 2, 2, 2, 2);
          names.insert(2 + i, 2);
          batch.commit();
        }
      }
      assertThat(store.spatial("roads").size()).isEqualTo(3);
      assertThat(store.keys("names").size()).isEqualTo(4);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void soIsABatchOfATableAndOfAStoreThatKeepsIds() throws Exception {
    Geometry point = new GeometryFactory().createPoint(new Coordinate(1, 2));
    TableOptions options =
        TableOptions.defaults().withGeometryIndex("geom").withIndex("key", "bplus");
    try (Table table = Table.create(new MemoryDirectory(), options)) {
      inThread(() -> table.begin().insert(1, point, ByteBuffer.allocate(0)));
      table.insert(2, point, ByteBuffer.allocate(0));
      assertThat(table.size()).isEqualTo(1);
      assertThat(table.check().problems()).isEmpty();
    }
    StoreOptions withIds = StoreOptions.defaults().withMemory(1 << 20).withIds();
    List<LogRecord> warnings = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("org.flashgrove.core");
    Filter before = logger.getFilter();
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), withIds)) {
      inThread(() -> store.begin().insert(1, 1, 1, 1, 1));
      logger.setFilter(warnings::add);
      store.insert(1, 2, 2, 2, 2);
      assertThat(store.size()).isEqualTo(1);
      assertThat(store.store().check().problems()).isEmpty();
    } finally {
      logger.setFilter(before);
    }
    assertThat(warnings).hasSize(1);
  }

  /** A thread that waits for the batch of a live thread can be interrupted. */
  @ParameterizedTest
  @ValueSource(strings = {"insert", "begin", "close"})
  void aThreadThatWaitsForABatchCanBeInterrupted(String call) throws Exception {
    try (SpatialStore store = create(new MemoryDirectory(), "rstar")) {
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      Thread importer =
          new Thread(
              () -> {
                try (SpatialBatch batch = store.begin()) {
                  batch.insert(1, 1, 1, 1, 1);
                  begun.countDown();
                  goOn.await();
                  batch.commit();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              },
              "importer");
      importer.start();
      begun.await();
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      AtomicReference<Boolean> marked = new AtomicReference<>();
      Thread waiting =
          new Thread(
              () -> {
                Thread.currentThread().interrupt();
                try {
                  switch (call) {
                    case "insert" -> store.insert(2, 2, 2, 2, 2);
                    case "begin" -> store.begin();
                    default -> store.close();
                  }
                } catch (RuntimeException e) {
                  thrown.set(e);
                  marked.set(Thread.interrupted());
                }
              });
      waiting.start();
      waiting.join();
      assertThat(thrown.get())
          .isInstanceOf(BatchTimeoutException.class)
          .hasMessageStartingWith(
              "interrupted while waiting for the batch that thread 'importer' has open since 2");
      assertThat(marked.get()).isTrue();
      goOn.countDown();
      importer.join();
      assertThat(store.size()).isEqualTo(1);
      store.insert(3, 3, 3, 3, 3);
      assertThat(store.size()).isEqualTo(2);
    }
  }

  /** Runs a check while another thread has a batch of a table open. */
  private static void whileABatchIsOpen(Table table, Runnable check) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Thread importer =
        new Thread(
            () -> {
              try (TableBatch batch = table.begin()) {
                batch.insert(1, null, ByteBuffer.allocate(0));
                begun.countDown();
                goOn.await();
                batch.commit();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            "importer");
    importer.start();
    begun.await();
    try {
      check.run();
    } finally {
      goOn.countDown();
      importer.join();
    }
  }

  private static Table table(MemoryDirectory files) {
    return Table.create(
        files, TableOptions.defaults().withIndex("key", "bplus").withGeometryIndex("geom"));
  }

  @Test
  void aBatchOfATableWaitsNoLongerThanItsTimeout() throws Exception {
    try (Table table = table(new MemoryDirectory())) {
      whileABatchIsOpen(
          table,
          () ->
              assertThatThrownBy(() -> table.begin(Duration.ofMillis(20)))
                  .isInstanceOf(BatchTimeoutException.class)
                  .hasMessageStartingWith(
                      "waited 20 ms for the batch that thread 'importer' has open since 2"));
      try (TableBatch batch = table.begin(Duration.ofMillis(20))) {
        batch.insert(2, null, ByteBuffer.allocate(0));
        batch.commit();
      }
      assertThat(table.size()).isEqualTo(2);
    }
  }

  @Test
  void aThreadThatWaitsForABatchOfATableCanBeInterrupted() throws Exception {
    try (Table table = table(new MemoryDirectory())) {
      whileABatchIsOpen(
          table,
          () -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> table.delete(1))
                .isInstanceOf(BatchTimeoutException.class)
                .hasMessageStartingWith("interrupted while waiting for the batch that thread")
                .hasMessageEndingWith("; end the thread, or clear its interrupt status");
            assertThat(Thread.interrupted()).isTrue();
          });
      assertThat(table.delete(1)).isTrue();
    }
  }

  @Test
  void closingWithABatchOpenElsewhereEndsInTimeAndLeavesTheStoreOpen() throws Exception {
    MemoryDirectory files = new MemoryDirectory();
    Table table = table(files);
    whileABatchIsOpen(
        table,
        () ->
            assertThatThrownBy(() -> table.close(Duration.ofMillis(20)))
                .isInstanceOf(BatchTimeoutException.class)
                .hasMessageContaining("thread 'importer' has open since 2"));
    assertThat(table.get(1)).isNotNull();
    inThread(() -> table.begin().insert(2, null, ByteBuffer.allocate(0)));
    table.close(Duration.ofSeconds(30));
    try (Table again = Table.open(files, false)) {
      assertThat(again.size()).isEqualTo(1);
      assertThat(again.check().problems()).isEmpty();
    }
  }

  @Test
  void aThreadIsNotInterruptedWhileNobodyHasABatchOpen() {
    try (SpatialStore store = create(new MemoryDirectory(), "rstar")) {
      Thread.currentThread().interrupt();
      store.insert(1, 1, 1, 1, 1);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(store.size()).isEqualTo(1);
    }
  }

  @Test
  void aThreadThatHasABatchOpenCannotBeginAnother() {
    try (SpatialStore store = create(new MemoryDirectory(), "rstar");
        SpatialBatch batch = store.begin()) {
      assertThat(batch.size()).isZero();
      assertThatThrownBy(store::begin)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("this thread already has an open batch; commit or close it first");
    }
  }
}
