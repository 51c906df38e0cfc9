package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.failure.BatchTimeoutException;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that several threads may close a store at the same time. The store is closed once, and no
 * thread fails.
 */
@Tag("concurrent")
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConcurrentCloseTest {
  private static final int THREADS = 3;

  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().withMemory(1 << 20).withSync(SyncMode.CLOSE).withIds();

  /** Creates a store with the entry 1. */
  private static SpatialStore create(String index, MemoryDirectory directory) {
    SpatialStore store = SpatialStore.create(directory, OPTIONS.withIndex(index));
    store.insert(1, 0, 0, 1, 1);
    return store;
  }

  /**
   * Closes a store in several threads, which wait for the batch of another thread.
   *
   * @param last the last call of the thread that has the batch open
   * @return the exceptions of the threads
   */
  private static Queue<Throwable> closeTogether(SpatialStore store, Consumer<SpatialBatch> last)
      throws InterruptedException {
    Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    try (SpatialBatch batch = store.begin()) {
      batch.insert(2, 1, 1, 2, 2);
      for (int i = 0; i < THREADS; i++) {
        Thread thread = new Thread(store::close, "closer " + i);
        thread.setUncaughtExceptionHandler((closer, failure) -> thrown.add(failure));
        thread.start();
        threads.add(thread);
      }
      threads.forEach(ConcurrentCloseTest::awaitWaiting);
      last.accept(batch);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return thrown;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() == Thread.State.NEW || thread.getState() == Thread.State.RUNNABLE) {
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove:domain=0/0/9/9", "hilbert:domain=0/0/9/9"})
  void aStoreIsClosedOnce(String index) throws Exception {
    for (int run = 0; run < Repetitions.of(50, 5_000); run++) {
      MemoryDirectory directory = new MemoryDirectory();
      assertThat(closeTogether(create(index, directory), SpatialBatch::commit)).isEmpty();
      try (SpatialStore reopened = SpatialStore.open(directory)) {
        assertThat(reopened.size()).isEqualTo(2);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove:domain=0/0/9/9", "hilbert:domain=0/0/9/9"})
  void theThreadOfTheBatchMayCloseToo(String index) throws Exception {
    for (int run = 0; run < Repetitions.of(50, 5_000); run++) {
      MemoryDirectory directory = new MemoryDirectory();
      SpatialStore store = create(index, directory);
      assertThat(closeTogether(store, batch -> store.close())).isEmpty();
      try (SpatialStore reopened = SpatialStore.open(directory)) {
        assertThat(reopened.size()).isEqualTo(1);
      }
    }
  }

  /**
   * A closing thread whose timeout ends must not close the files while another thread still writes.
   */
  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove:domain=0/0/9/9"})
  void aThreadThatStopsWaitingLeavesTheFilesOpen(String index) throws Exception {
    MemoryDirectory directory = new MemoryDirectory();
    SpatialStore store = create(index, directory);
    Queue<Throwable> thrown =
        closeTogether(
            store,
            batch -> {
              Thread impatient = new Thread(() -> store.close(Duration.ofMillis(20)));
              Queue<Throwable> timedOut = new ConcurrentLinkedQueue<>();
              impatient.setUncaughtExceptionHandler((thread, failure) -> timedOut.add(failure));
              impatient.start();
              join(impatient);
              assertThat(timedOut).hasOnlyElementsOfType(BatchTimeoutException.class).hasSize(1);
              batch.commit();
            });
    assertThat(thrown).isEmpty();
    try (SpatialStore reopened = SpatialStore.open(directory)) {
      assertThat(reopened.size()).isEqualTo(2);
    }
  }
}
