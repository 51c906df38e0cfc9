package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.failure.BatchTimeoutException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a thread that waits too long for a batch learns which thread has the batch open. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BatchTimeoutTest {
  private static final Duration SHORT = Duration.ofMillis(20);

  /**
   * Runs {@code open} in another thread, then {@code action} in this one, and at last {@code close}
   * in the other thread.
   */
  private static void besides(Runnable open, Runnable close, Runnable action) throws Exception {
    CountDownLatch opened = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    Thread other =
        new Thread(
            () -> {
              open.run();
              opened.countDown();
              try {
                done.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              close.run();
            },
            "importer");
    other.start();
    opened.await();
    try {
      action.run();
    } finally {
      done.countDown();
      other.join();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove:domain=0/0/9/9", "xbr:domain=0/0/9/9"})
  void aBatchOfAnIndexIsWaitedForNoLongerThanTold(String index) throws Exception {
    StoreOptions options = StoreOptions.defaults().withMemory(1 << 20).withIndex(index);
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), options)) {
      SpatialBatch[] open = {null};
      besides(
          () -> {
            open[0] = store.begin();
            open[0].insert(1, 1, 1, 1, 1);
            store.count(EntryQuery.intersecting(1, 1)); // a query of its own in between
          },
          () -> open[0].close(),
          () -> {
            assertThatThrownBy(() -> store.begin(SHORT))
                .isInstanceOf(BatchTimeoutException.class)
                .hasMessageStartingWith(
                    "waited 20 ms for the batch that thread 'importer' has open since 2")
                .hasMessageContaining("try again when it is closed");
            assertThat(store.count(EntryQuery.intersecting(1, 1))).isZero();
          });
      try (SpatialBatch batch = store.begin(SHORT)) {
        batch.insert(2, 2, 2, 2, 2);
        assertThatThrownBy(() -> store.begin(SHORT)).isInstanceOf(IllegalStateException.class);
        batch.commit();
      }
      assertThat(store.size()).isEqualTo(1);
    }
  }

  @Test
  void aTimeoutIsNotNegativeAndMayBeLongerThanAnyStoreIsOpen() {
    try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), StoreOptions.defaults())) {
      assertThatThrownBy(() -> store.begin(Duration.ofMillis(-5)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("timeout PT-0.005S (allowed: 0 or longer)");
      store.begin(Duration.ofSeconds(Long.MAX_VALUE)).close();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCommittedBatchSaysThatItIsCommitted(boolean hasIds) {
    StoreOptions options = StoreOptions.defaults().withMemory(1 << 20);
    try (SpatialStore store =
        SpatialStore.create(new MemoryDirectory(), hasIds ? options.withIds() : options)) {
      SpatialBatch batch = store.begin();
      batch.insert(1, 1, 1, 1, 1);
      batch.commit();
      List<ThrowingCallable> calls = new ArrayList<>();
      calls.add(() -> batch.insert(2, 2, 2, 2, 2));
      calls.add(() -> batch.delete(1, 1, 1, 1, 1));
      if (hasIds) {
        calls.add(() -> batch.move(1, 3, 3, 3, 3));
        calls.add(() -> batch.put(1, 3, 3, 3, 3));
        calls.add(() -> batch.remove(1));
      }
      for (ThrowingCallable each : calls) {
        assertThatThrownBy(each)
            .isInstanceOf(BatchStateException.class)
            .hasMessage("batch: is committed; close it and begin another batch");
      }
      batch.close();
      for (ThrowingCallable each : calls) {
        assertThatThrownBy(each)
            .isInstanceOf(BatchStateException.class)
            .hasMessage("batch: is closed; begin another batch");
      }
    }
  }

  @Test
  void soIsABatchOfAStore() throws Exception {
    StoreDesign design = StoreOptions.defaults().withMemory(1 << 20).design();
    try (Store store = Store.create(new MemoryDirectory(), design)) {
      WriteBatch[] open = {null};
      besides(
          () -> open[0] = store.begin(),
          () -> open[0].close(),
          () ->
              assertThatThrownBy(() -> store.begin(SHORT))
                  .isInstanceOf(BatchTimeoutException.class)
                  .hasMessageContaining("'importer'"));
      store.begin(SHORT).close();
    }
  }
}
