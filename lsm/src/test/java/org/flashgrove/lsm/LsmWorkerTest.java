package org.flashgrove.lsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.lsm.merge.LsmConfig;
import org.junit.jupiter.api.Test;

/** Flushes and merges in a thread of their own. */
class LsmWorkerTest {
  private static final String WORKER = "flashgrove-merges";
  private static final int PAIRS = 400;

  private final MemoryComponentStore store =
      new MemoryComponentStore(new MemoryComponentStore.Disk(), 512, 8, true);

  /** What the worker waits for when it reads pages, if a test has the lock. */
  private final ReentrantLock gate = new ReentrantLock();

  private final AtomicBoolean isBroken = new AtomicBoolean();

  private LsmTree open(String keys) {
    ComponentStore gated =
        (ComponentStore)
            Proxy.newProxyInstance(
                ComponentStore.class.getClassLoader(),
                new Class<?>[] {ComponentStore.class},
                (proxy, method, arguments) -> {
                  boolean isRead = method.getName().equals("read");
                  if (isRead && Thread.currentThread().getName().equals(WORKER)) {
                    gate.lock();
                    gate.unlock();
                    if (isBroken.get()) {
                      throw new DamagedStoreException("memory", "a page", "is broken");
                    }
                  }
                  try {
                    return method.invoke(store, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    LsmTree tree = LsmTree.attach(gated, LsmConfig.of(Spec.parse("lsm:" + keys)));
    store.open();
    return tree;
  }

  private static void insert(LsmTree tree, Random random, long id) {
    double x = random.nextDouble();
    double y = random.nextDouble();
    tree.insert(id, x, y, x, y);
  }

  private static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + 60_000_000_000L; // not a bound of time: a test that hangs ends
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  @Test
  void changesAndQueriesGoOnWhileAMergeReads() {
    Random random = Seeds.random();
    LsmTree tree = open("memory=256K,policy=constant,k=1,merges=worker");
    gate.lock();
    long id = 0;
    try {
      JobMaker jobs = tree.content().jobs();
      while (!tree.isMerging()) {
        insert(tree, random, ++id);
        if (jobs.stepsLeft() > 0) {
          insert(tree, random, ++id); // wakes the worker
          // One that came far ahead of the worker would help it, and wait for it at the gate.
          await("the flush's end, or a merge", () -> tree.isMerging() || jobs.stepsLeft() == 0);
        }
      }
      for (int i = 0; i < 100; i++) {
        insert(tree, random, ++id);
        assertThat(tree.count(EntryQuery.intersecting(0, 0, 1, 1))).isEqualTo(id);
      }
      assertThat(tree.isMerging()).isTrue();
    } finally {
      gate.unlock();
    }
    await("the merge's end, without a change", () -> !tree.isMerging());
    assertThat(tree.stats().merges()).isPositive();
    assertThat(tree.stats().components()).isEqualTo(1);
    assertThat(tree.stats().waits()).isZero();
    assertThat(tree.check().problems()).isEmpty();
    tree.close();
  }

  @Test
  void aMergeThatFailsEndsTheChanges() {
    Random random = Seeds.random();
    LsmTree tree = open("memory=256K,policy=constant,k=1,merges=worker");
    isBroken.set(true);
    assertThatThrownBy(
            () -> {
              for (long id = 1; id < 1_000_000; id++) {
                insert(tree, random, id);
              }
            })
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("is broken");
    tree.close();
  }

  /** Pairs of entries that change together: each query sees both of a pair, at the same place. */
  @Test
  void readersSeeWholeCommits() {
    Random random = Seeds.random();
    LsmTree tree = open("memory=32K,policy=leveled,level0=1,ratio=2,merges=worker");
    double[] at = new double[PAIRS];
    for (int pair = 0; pair < PAIRS; pair++) {
      at[pair] = random.nextDouble();
      move(tree, pair, -1, at[pair]);
    }
    AtomicBoolean isOver = new AtomicBoolean();
    List<CompletableFuture<Long>> readers = new ArrayList<>();
    for (int reader = 0; reader < 3; reader++) {
      // a thread each: from Java 25 on the common pool of a small machine has only one
      readers.add(
          CompletableFuture.supplyAsync(
              () -> read(tree, isOver), task -> new Thread(task).start()));
    }
    for (int round = 0; round < 6_000; round++) {
      int pair = random.nextInt(PAIRS);
      double to = random.nextDouble();
      move(tree, pair, at[pair], to);
      at[pair] = to;
    }
    isOver.set(true);
    for (CompletableFuture<Long> reader : readers) {
      assertThat(reader.join()).isPositive();
    }
    assertThat(tree.stats().merges()).isPositive();
    assertThat(tree.check().problems()).isEmpty();
    tree.close();
  }

  private static void move(LsmTree tree, int pair, double from, double to) {
    try (SpatialBatch batch = tree.begin()) {
      for (int twin = 0; twin < 2; twin++) {
        long id = 2L * pair + twin;
        if (from >= 0) {
          assertThat(batch.delete(id, from, twin, from, twin)).isTrue();
        }
        batch.insert(id, to, twin, to, twin);
      }
      batch.commit();
    }
  }

  private static long read(LsmTree tree, AtomicBoolean isOver) {
    long queries = 0;
    while (!isOver.get()) {
      double[] found = new double[2 * PAIRS];
      int[] count = {0};
      tree.search(
          0,
          0,
          1,
          1,
          (id, x1, y1, x2, y2) -> {
            found[(int) id] = x1;
            count[0]++;
          });
      assertThat(count[0]).isEqualTo(2 * PAIRS);
      for (int pair = 0; pair < PAIRS; pair++) {
        assertThat(found[2 * pair]).isEqualTo(found[2 * pair + 1]);
      }
      queries++;
    }
    return queries;
  }
}
