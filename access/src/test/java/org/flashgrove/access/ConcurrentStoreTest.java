package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.geometry.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Readers beside a writer: every query answers as a scan of the entries would at one of the commits
 * that were the newest while it began.
 */
class ConcurrentStoreTest {
  private static final int IDS = 600;

  @TempDir Path directory;

  /** What the writer does, in order; readers apply it to models of their own. */
  private static final class History {
    private final int[] ids;
    private final double[][] boxes;

    /** Operations that have begun, and those that have ended. */
    private final AtomicInteger begun = new AtomicInteger();

    private final AtomicInteger ended = new AtomicInteger();

    History(int operations) {
      ids = new int[operations];
      boxes = new double[operations][];
    }
  }

  /** The entries after some of the operations. */
  private static final class Model {
    private final History history;
    private final double[][] boxes = new double[IDS][];
    private int applied;

    Model(History history) {
      this.history = history;
    }

    void advance(int operations) {
      while (applied < operations) {
        boxes[history.ids[applied]] = history.boxes[applied];
        applied++;
      }
    }

    long checksum(double[] window) {
      long sum = 0;
      for (int id = 0; id < IDS; id++) {
        double[] box = boxes[id];
        if (box != null
            && box[0] <= window[2]
            && box[2] >= window[0]
            && box[1] <= window[3]
            && box[3] >= window[1]) {
          sum += fingerprint(id, box[0], box[1], box[2], box[3]);
        }
      }
      return sum;
    }
  }

  private static long fingerprint(long id, double x1, double y1, double x2, double y2) {
    long hash = id;
    hash = hash * 31 + Double.doubleToLongBits(x1);
    hash = hash * 31 + Double.doubleToLongBits(y1);
    hash = hash * 31 + Double.doubleToLongBits(x2);
    return (hash * 31 + Double.doubleToLongBits(y2)) * 0x9E3779B97F4A7C15L;
  }

  private static double[] box(SplittableRandom random, double side) {
    double x = random.nextDouble();
    double y = random.nextDouble();
    return new double[] {x, y, x + random.nextDouble() * side, y + random.nextDouble() * side};
  }

  private static void write(SpatialStore store, History history, SplittableRandom random) {
    double[][] live = new double[IDS][];
    for (int i = 0; i < history.ids.length; i++) {
      int id = random.nextInt(IDS);
      double[] next = live[id] != null && random.nextInt(3) == 0 ? null : box(random, 0.02);
      history.ids[i] = id;
      history.boxes[i] = next;
      history.begun.set(i + 1);
      double[] old = live[id];
      if (old == null) {
        store.insert(id, next[0], next[1], next[2], next[3]);
      } else if (next == null) {
        assertThat(store.delete(id, old[0], old[1], old[2], old[3])).isTrue();
      } else {
        assertThat(store.update(id, old, next)).isTrue();
      }
      live[id] = next;
      history.ended.set(i + 1);
      if (random.nextInt(500) == 0) {
        store.flush();
      }
    }
  }

  /** Queries until the writer has done all; returns how many. */
  private static int read(SpatialStore store, History history, SplittableRandom random) {
    Model model = new Model(history);
    int queries = 0;
    while (history.ended.get() < history.ids.length) {
      double[] window = box(random, 0.7);
      boolean dawdles = random.nextInt(8) == 0;
      int from = history.ended.get();
      int[] to = {-1};
      long[] sum = {0};
      store.search(
          Predicate.INTERSECTS,
          window[0],
          window[1],
          window[2],
          window[3],
          (id, x1, y1, x2, y2) -> {
            if (to[0] < 0) {
              to[0] = history.begun.get();
            }
            sum[0] += fingerprint(id, x1, y1, x2, y2);
            if (dawdles) {
              Thread.yield();
            }
            return true;
          });
      int until = to[0] < 0 ? history.begun.get() : to[0];
      model.advance(from);
      while (model.checksum(window) != sum[0]) {
        assertThat(model.applied).as("a commit whose entries the query found").isLessThan(until);
        model.advance(model.applied + 1);
      }
      queries++;
    }
    return queries;
  }

  private void run(String index, String flash, String device, int operations) throws Exception {
    Random seeds = Seeds.random(ConcurrentStoreTest.class);
    StoreOptions options = new StoreOptions(index, flash, device, 512, "group:5ms");
    History history = new History(operations);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    AtomicInteger queries = new AtomicInteger();
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      List<Thread> threads = new ArrayList<>();
      SplittableRandom writing = new SplittableRandom(seeds.nextLong());
      threads.add(guarded(failure, () -> write(store, history, writing)));
      for (int i = 0; i < 3; i++) {
        SplittableRandom reading = new SplittableRandom(seeds.nextLong());
        threads.add(guarded(failure, () -> queries.addAndGet(read(store, history, reading))));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      if (failure.get() != null) {
        throw new AssertionError(failure.get());
      }
      assertThat(store.tree().check(true).problems()).isEmpty();
    }
    System.out.println(
        index
            + ", "
            + flash
            + ", "
            + device
            + ": "
            + queries
            + " queries beside "
            + operations
            + " operations");
    assertThat(queries.get()).isPositive();
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

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rstar; none:frames=8,log=64K; buffered",
        "rstar; none:frames=1000; buffered",
        "rtree; none:frames=16,log=64K; buffered:placement=home",
        "hilbert:domain=0/0/2/2; efind:buffer=16K,log=64K; buffered",
        "rstar; efind:buffer=16K,log=64K; buffered:placement=home",
      })
  void queriesSeeACommit(String index, String flash, String device) throws Exception {
    run(index, flash, device, 2_000);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rstar; none:frames=64,log=1M; direct",
        "rtree; none:frames=8,log=64K; buffered:placement=home",
        "hilbert:domain=0/0/2/2; efind:buffer=64K,log=256K; direct",
      })
  void queriesSeeACommitForLong(String index, String flash, String device) throws Exception {
    run(index, flash, device, 200_000);
  }

  /** Closing ends queries under way in one kind of exception. */
  @Test
  void closingEndsQueries() throws Exception {
    StoreOptions options = new StoreOptions("rstar", "none:frames=8", "buffered", 512, "close");
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
                    assertThat(store.count(Predicate.INTERSECTS, 0, 0, 50, 50)).isEqualTo(2_000);
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
      assertThat(again.tree().check(true).problems()).isEmpty();
      assertThat(again.size()).isEqualTo(2_000);
    }
  }

  /** An interrupted thread's query answers as any other; the store is unharmed. */
  @Test
  void interruptionHarmsNothing() throws Exception {
    StoreOptions options = new StoreOptions("rstar", "none:frames=8", "buffered", 512, "close");
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
                  assertThat(store.count(Predicate.INTERSECTS, 0, 0, 999, 999)).isEqualTo(1_000);
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
      assertThat(store.tree().check(true).problems()).isEmpty();
    }
  }
}
