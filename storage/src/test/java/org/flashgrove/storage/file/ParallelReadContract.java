package org.flashgrove.storage.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract over a store that reads in parallel, from several threads, and while it is closed.
 */
abstract class ParallelReadContract extends FilePageStoreContract {
  private static final int DEPTH = 4;

  /** In the build directory: temporary directories may be in memory. */
  @TempDir(factory = BuildDirectory.class)
  Path path;

  @Override
  StoreDirectory directory() {
    return new DiskDirectory(path);
  }

  @Override
  protected PageStore create(int pageSize) {
    return new ParallelPageStore(super.create(pageSize), DEPTH);
  }

  @Override
  protected PageStore reopen(int pageSize) {
    return new ParallelPageStore(super.reopen(pageSize), DEPTH);
  }

  @Test
  void severalThreadsReadBatchesAtATime() throws InterruptedException {
    try (PageStore store = filled(create(512))) {
      Random seeds = Seeds.random();
      AtomicReference<Throwable> failure = new AtomicReference<>();
      Thread[] threads = new Thread[4];
      for (int i = 0; i < threads.length; i++) {
        Random random = new Random(seeds.nextLong());
        threads[i] = new Thread(() -> readsInOrder(store, random, 30));
        threads[i].setUncaughtExceptionHandler((thread, e) -> failure.set(e));
        threads[i].start();
        threads[i].interrupt(); // which must not hinder anything
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failure.get()).isNull();
    }
  }

  @Test
  void closingWhileBatchesAreReadIsOrderly() throws InterruptedException {
    PageStore store = filled(create(512));
    AtomicReference<Throwable> end = new AtomicReference<>();
    Random random = Seeds.random();
    Thread reader = new Thread(() -> readsInOrder(store, random, Integer.MAX_VALUE));
    reader.setUncaughtExceptionHandler((thread, e) -> end.set(e));
    reader.start();
    readsInOrder(store, new Random(1), 20);
    store.close();
    reader.join();
    assertThat(end.get()).isInstanceOf(StoreClosedException.class);
  }
}
