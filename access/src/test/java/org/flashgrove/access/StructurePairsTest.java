package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.structure.SettingKinds;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.kind.KindTest;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.WriteBatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests stores with two structures, for each kind as the first and as the second one. The data
 * exceed the memory. One thread changes both structures in batches, and others read both at one
 * commit. Another thread runs backups, compactions, flushes and changes of the set of structures.
 * No thread may wait for ever, and each snapshot must show the same commit of both structures.
 */
@Tag("concurrent")
class StructurePairsTest {
  private static final int IDS_OF_BATCH = 20;

  /** Number of newest batches whose ids exist at the same time. */
  private static final int BATCHES = 30;

  private static final int READERS = 2;
  private static final int PAGE = 512;

  private static final List<String> KINDS =
      List.of(
          "grove:memory=32K,block=4K,tile=4",
          "grove:memory=32K,block=4K,tile=4,merges=worker",
          "lsm:memory=32K,block=4K,policy=leveled,level0=1,ratio=2,merges=worker",
          "rstar",
          "hilbert:domain=0/0/1/1",
          "xbr:domain=0/0/1/1",
          "bplus",
          "records:cache=8K");

  /** Specs whose kinds are on the class path. */
  private static final List<String> THERE =
      KINDS.stream()
          .filter(kind -> SettingKinds.areThere(kind.replaceFirst(":.*", ""), "none"))
          .toList();

  private static final List<String> BUFFERS =
      List.of(
          "none:frames=8,log=64K", "efind:buffer=16K,log=64K", "none:frames=16,behind=8,log=64K");

  @TempDir Path directory;

  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** Number of batches committed. */
  private final AtomicInteger committed = new AtomicInteger();

  /** Returns pairs in which each kind is once the first and once the second structure. */
  private static Stream<Arguments> pairs() {
    return IntStream.range(0, KINDS.size())
        .mapToObj(
            i ->
                Arguments.of(
                    KINDS.get(i),
                    KINDS.get((i + 3) % KINDS.size()),
                    BUFFERS.get(i % BUFFERS.size())))
        .filter(pair -> KindsUnderTest.include(pair.get()));
  }

  @KindTest
  @MethodSource("pairs")
  @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void noPairOfKindsDeadlocksOrDisagrees(String first, String second, String buffer)
      throws Exception {
    run(first, second, buffer, 60, Seeds.random());
  }

  /** Draws pairs of all kinds for half an hour. */
  @Tag("long")
  @Tag("kinds")
  @Test
  void noPairOfKindsDeadlocksOrDisagreesForLong() throws Exception {
    Random random = Seeds.random();
    long end = System.nanoTime() + Duration.ofMinutes(30).toNanos();
    while (System.nanoTime() < end) {
      String first = KINDS.get(random.nextInt(KINDS.size()));
      String second = KINDS.get(random.nextInt(KINDS.size()));
      if (KindsUnderTest.include(first, second)) {
        run(first, second, BUFFERS.get(random.nextInt(BUFFERS.size())), 1_000, random);
      }
    }
  }

  private void run(String first, String second, String buffer, int batches, Random random)
      throws Exception {
    Path where = directory.resolve("store" + random.nextLong());
    StoreDesign design =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withFlash(buffer)
            .withDevice("buffered")
            .withPageSize(PAGE)
            .design()
            .with("first", first)
            .with("second", second);
    committed.set(0);
    try (Store store = Store.create(where, design)) {
      AtomicInteger working = new AtomicInteger(1);
      List<Thread> threads = new ArrayList<>();
      long seed = random.nextLong();
      threads.add(
          guarded(
              () -> {
                try {
                  write(store, batches);
                } finally {
                  working.set(0);
                }
              }));
      for (int i = 0; i < READERS; i++) {
        threads.add(
            guarded(
                () -> {
                  while (working.get() > 0) {
                    read(store, committed.get());
                  }
                }));
      }
      threads.add(guarded(() -> maintain(store, working, new Random(seed))));
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      if (failure.get() != null) {
        throw new AssertionError(failure.get());
      }
      read(store, committed.get());
      assertThat(store.check().problems()).isEmpty();
    }
    try (Store again = Store.open(where)) {
      read(again, committed.get());
      assertThat(again.check().problems()).isEmpty();
    }
  }

  /**
   * Commits batches. Batch k adds its own ids and removes the ids of batch k - {@link #BATCHES}.
   */
  private void write(Store store, int batches) throws Exception {
    KindUnderStress first = KindUnderStress.of(store, "first");
    KindUnderStress second = KindUnderStress.of(store, "second");
    for (int k = 0; k < batches && failure.get() == null; k++) {
      long[] added = idsOf(k);
      long[] removed = k < BATCHES ? new long[0] : idsOf(k - BATCHES);
      try (WriteBatch batch = store.begin();
          AutoCloseable one = first.change(batch, added, removed);
          AutoCloseable two = second.change(batch, added, removed)) {
        batch.commit();
      }
      committed.set(k + 1);
    }
  }

  private static long[] idsOf(int batch) {
    long[] ids = new long[IDS_OF_BATCH];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = (long) batch * IDS_OF_BATCH + i;
    }
    return ids;
  }

  /**
   * Checks that both structures show the same commit.
   *
   * @param least minimum number of batches that this commit contains
   */
  private void read(Store store, int least) {
    Set<Long> one = new HashSet<>();
    Set<Long> two = new HashSet<>();
    AtomicLong repeated = new AtomicLong();
    try (StoreSnapshot snapshot =
        store.snapshot(List.of(store.structure("first"), store.structure("second")))) {
      visit(store, "first", snapshot, one, repeated);
      visit(store, "second", snapshot, two, repeated);
    }
    int after = committed.get() + 1; // the next batch may be committed and not counted yet
    assertThat(repeated.get()).as("ids that were visited twice").isZero();
    assertThat(two).isEqualTo(one);
    long last = one.stream().mapToLong(id -> id).max().orElse(-1);
    int seen = (int) ((last + 1) / IDS_OF_BATCH);
    assertThat(seen).as("batches seen").isBetween(least, after);
    long firstId = (long) Math.max(0, seen - BATCHES) * IDS_OF_BATCH;
    assertThat(one).hasSize((int) (last + 1 - firstId)).allMatch(id -> id >= firstId);
  }

  private static void visit(
      Store store, String name, StoreSnapshot snapshot, Set<Long> into, AtomicLong repeated) {
    KindUnderStress.of(store, name)
        .visit(
            snapshot,
            id -> {
              if (!into.add(id)) {
                repeated.incrementAndGet();
              }
            });
  }

  private void maintain(Store store, AtomicInteger working, Random random) {
    for (int i = 0; working.get() > 0; i++) {
      switch (random.nextInt(5)) {
        case 0 -> {
          Path copy = directory.resolve("copy" + random.nextLong());
          int least = committed.get();
          store.backup(copy, (copied, total) -> {});
          try (Store opened = Store.openReadOnly(copy)) {
            read(opened, least);
          }
        }
        case 1 -> store.compact();
        case 2 -> store.flush();
        case 3 -> store.sync();
        default -> {
          String added = "added" + i;
          store.add(Map.of(added, THERE.get(random.nextInt(THERE.size()))));
          store.drop(List.of(added));
        }
      }
    }
  }

  /** Work of a thread, which may fail with any exception. */
  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }

  private Thread guarded(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Throwable e) {
                failure.compareAndSet(null, e);
              }
            });
    thread.setDaemon(true);
    return thread;
  }
}
