package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Timeout;

/** Tests that one sync serves several callers, each of which waits until its change is durable. */
class DurableTogetherTest {
  private static final int CALLERS = 8;

  private final AtomicInteger syncs = new AtomicInteger();
  private final AtomicReference<SpatialStore> waitsFor = new AtomicReference<>();
  private volatile long wanted;

  /**
   * Directory in which the first sync of the log takes until all callers have made their changes.
   */
  private final class SlowFirstSync extends WatchedDirectory {
    SlowFirstSync() {
      super(new MemoryDirectory());
    }

    @Override
    void syncing(String file) {
      syncs.incrementAndGet();
      SpatialStore store = waitsFor.getAndSet(null);
      while (store != null && store.commitNumber() < wanted) {
        Thread.onSpinWait();
      }
    }
  }

  @KindTest
  @KindSource(
      delimiter = "|",
      value = {
        "rstar|none:buffer=64K",
        "grove:memory=64K,block=8K|none",
        "lsm:memory=64K,block=8K|none"
      })
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void othersChangeTheIndexWhileOneSyncs(String index, String flash) throws InterruptedException {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice("buffered")
            .withPageSize(1024)
            .withSync(SyncMode.OP);
    try (SpatialStore store = SpatialStore.create(new SlowFirstSync(), options)) {
      store.insert(0, 0, 0, 0, 0);
      wanted = store.commitNumber() + CALLERS;
      int before = syncs.get();
      waitsFor.set(store);
      List<Thread> callers = new ArrayList<>();
      for (int i = 1; i <= CALLERS; i++) {
        int id = i;
        Thread caller = new Thread(() -> store.insert(id, id, id, id, id));
        callers.add(caller);
        caller.start();
      }
      for (Thread caller : callers) {
        caller.join();
      }
      assertThat(store.size()).isEqualTo(CALLERS + 1);
      assertThat(store.isDurable(wanted)).isTrue();
      assertThat(syncs.get() - before).isEqualTo(2);
    }
  }
}
