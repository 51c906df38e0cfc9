package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.kind.KindSource;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests concurrent readers and a writer. Every query must answer like a scan of the entries at one
 * of the commits that were the newest ones while the query began.
 */
@Tag("concurrent")
class ConcurrentStoreTest {
  private static final int READERS = 3;
  private static final int MANY_READERS = 16;
  private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(5);

  @TempDir Path directory;

  private void run(String index, String flash, String device, int operations) throws Exception {
    run(index, flash, device, operations, READERS, Seeds.random());
  }

  private void run(
      String index, String flash, String device, int operations, int readerCount, Random seeds)
      throws Exception {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex(index)
            .withFlash(flash)
            .withDevice(device)
            .withPageSize(512);
    ConcurrentHistory history = new ConcurrentHistory(operations);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Path where = directory.resolve("store" + seeds.nextLong());
    SpatialStore store = SpatialStore.create(where, options);
    List<ConcurrentReader> readers = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < readerCount; i++) {
      readers.add(new ConcurrentReader(store, history, new SplittableRandom(seeds.nextLong())));
      threads.add(guarded(failure, readers.get(i)));
    }
    SplittableRandom writing = new SplittableRandom(seeds.nextLong());
    Thread writer = guarded(failure, () -> history.write(store, writing));
    threads.forEach(Thread::start);
    writer.start();
    writer.join();
    if (failure.get() == null) {
      assertThat(store.store().check().problems()).isEmpty();
    }
    long leastQueries = readers.stream().mapToLong(ConcurrentReader::queries).min().getAsLong();
    store.close(); // while the readers go on
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
    System.out.printf(
        "ConcurrentStoreTest: %s, %s, %s: beside %,d operations%n",
        index, flash, device, operations);
    readers.forEach(reader -> System.out.println("  " + reader));
    assertThat(leastQueries).isPositive();
    requireAll(where, history);
  }

  private static void requireAll(Path where, ConcurrentHistory history) {
    ConcurrentHistory.Model model = history.new Model();
    model.advance(history.operations());
    try (SpatialStore again = SpatialStore.open(where)) {
      assertThat(again.store().check().problems()).isEmpty();
      assertThat(again.size()).isEqualTo(model.size());
      long[] sum = {0};
      again.search(
          0,
          0,
          2,
          2,
          (id, x1, y1, x2, y2) -> {
            sum[0] += ConcurrentHistory.fingerprint(id, x1, y1, x2, y2);
          });
      assertThat(sum[0]).isEqualTo(model.window(new double[] {0, 0, 2, 2}));
    }
  }

  private static Thread guarded(AtomicReference<Throwable> failure, Runnable work) {
    return new Thread(
        () -> {
          try {
            work.run();
          } catch (Throwable e) {
            failure.compareAndSet(null, e);
          }
        });
  }

  @KindTest
  @KindSource(
      delimiter = ";",
      value = {
        "rstar; none:frames=8,log=64K; buffered",
        "rstar; none:frames=1000; buffered",
        "hilbert:domain=0/0/2/2; none:frames=12,behind=8,log=64K; buffered:depth=4",
        "rstar; efind:auto,buffer=64K,log=64K; buffered:depth=4",
        "rtree; none:frames=16,log=64K; buffered:placement=home",
        "hilbert:domain=0/0/2/2; efind:buffer=16K,log=64K; buffered",
        "rstar; efind:buffer=16K,log=64K; buffered:placement=home",
        "lsm:memory=32K,block=4K,policy=leveled,level0=1,ratio=2,merges=worker; none:log=64K;"
            + " buffered",
        "grove:memory=32K,block=4K,tile=4,merges=worker; none:log=64K; buffered",
      })
  void queriesSeeACommit(String index, String flash, String device) throws Exception {
    run(index, flash, device, 2_000);
  }

  @Tag("long")
  @KindTest
  @KindSource(
      delimiter = ";",
      value = {
        "rstar; none:frames=64,log=1M; direct",
        "rstar; none:frames=64,behind=16,log=1M; direct",
        "rtree; none:frames=8,log=64K; buffered:placement=home",
        "hilbert:domain=0/0/2/2; efind:buffer=64K,log=256K; direct",
        "lsm:memory=64K,block=4K,policy=leveled,level0=1,ratio=2,merges=worker; none:log=256K;"
            + " direct",
        "grove:memory=64K,block=4K,tile=4,merges=worker; none:log=256K; direct",
      })
  void queriesSeeACommitForLong(String index, String flash, String device) throws Exception {
    run(index, flash, device, 200_000);
  }

  /** Sixteen readers run for five minutes on each of several stores. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"grove:memory=64K,block=4K,tile=4,merges=worker; none:log=256K; direct"})
  void manyReadersSeeACommit(String index, String flash, String device) throws Exception {
    Random seeds = Seeds.random();
    long start = System.nanoTime();
    while (System.nanoTime() - start < LONG_NANOS) {
      run(index, flash, device, 20_000, MANY_READERS, seeds);
    }
  }

  /** Closing the store ends running queries with one kind of exception. */
  @Test
  void closingEndsQueries() throws Exception {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash("none:frames=8")
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    AtomicInteger ended = new AtomicInteger();
    AtomicInteger begun = new AtomicInteger();
    Path where = directory.resolve("closed");
    SpatialStore store = SpatialStore.create(where, options);
    for (int i = 0; i < 2_000; i++) {
      store.insert(i, i % 50, i / 50, i % 50, i / 50);
    }
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      threads.add(
          guarded(
              failure,
              () -> {
                try {
                  while (true) {
                    begun.incrementAndGet();
                    assertThat(store.count(EntryQuery.intersecting(0, 0, 50, 50))).isEqualTo(2_000);
                  }
                } catch (StoreClosedException expected) {
                  ended.incrementAndGet();
                }
              }));
    }
    threads.forEach(Thread::start);
    while (begun.get() < 10) {
      Thread.onSpinWait();
    }
    store.close();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failure.get()).isNull();
    assertThat(ended.get()).isEqualTo(3);
    try (SpatialStore again = SpatialStore.open(where)) {
      assertThat(again.store().check().problems()).isEmpty();
      assertThat(again.size()).isEqualTo(2_000);
    }
  }

  /** A query of an interrupted thread answers like any other query, and the store stays usable. */
  @Test
  void interruptionHarmsNothing() throws Exception {
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash("none:frames=8")
            .withDevice("buffered")
            .withPageSize(512)
            .withSync(SyncMode.CLOSE);
    try (SpatialStore store = SpatialStore.create(directory.resolve("interrupted"), options)) {
      for (int i = 0; i < 1_000; i++) {
        store.insert(i, i, i, i, i);
      }
      AtomicReference<Throwable> failure = new AtomicReference<>();
      AtomicInteger queries = new AtomicInteger();
      Thread reader =
          guarded(
              failure,
              () -> {
                for (int i = 0; i < 200; i++) {
                  Thread.currentThread().interrupt();
                  assertThat(store.count(EntryQuery.intersecting(0, 0, 999, 999))).isEqualTo(1_000);
                  assertThat(Thread.interrupted()).isTrue();
                  queries.incrementAndGet();
                }
              });
      reader.start();
      for (int i = 1_000; i < 1_200; i++) {
        store.insert(i, i, i, i, i);
      }
      reader.join();
      assertThat(failure.get()).isNull();
      assertThat(queries.get()).isEqualTo(200);
      assertThat(store.store().check().problems()).isEmpty();
    }
  }
}
