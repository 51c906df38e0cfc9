package org.flashgrove.storage.log.commit;

import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;

/**
 * Thread that syncs the logs of all open stores of this JVM, each when its commits are due.
 *
 * <p>One thread is enough while syncs are fast. If the log that is due next has waited {@value
 * #MOST_LATE_MILLIS} ms because all threads are within a sync, another thread starts, so a slow
 * device delays the commits of other stores by no more than that. A timer of the JDK checks for it,
 * and runs only while a log waits behind a sync. Threads end when they have nothing to do.
 *
 * <p>The queue refers to a log only while it has commits to sync, so it does not keep a forgotten
 * store from garbage collection.
 */
final class SyncThread {
  /** Name of the threads. */
  static final String NAME = "flashgrove-group-sync";

  /** Origin of times, which may be negative. */
  private static final long ORIGIN = System.nanoTime();

  /** The thread of this JVM. */
  static final SyncThread SHARED = new SyncThread();

  /** Time after which a log that is due no longer waits for a running sync of another log. */
  static final int MOST_LATE_MILLIS = 100;

  private static final long MOST_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(MOST_LATE_MILLIS);

  /** Time without work after which the last thread ends. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final Executor AFTER_DELAY =
      CompletableFuture.delayedExecutor(MOST_LATE_MILLIS, TimeUnit.MILLISECONDS, Runnable::run);

  /** A log that is synced later. */
  private record Due(Task task, long atNanos) {}

  /** Sync of one log. */
  @FunctionalInterface
  interface Task {
    /** Syncs the log if its commits are not durable yet; throws nothing. */
    void syncDue();
  }

  private final OrderedLock lock = new OrderedLock(LockRank.SYNC_QUEUE);
  private final Condition changed = lock.newCondition();
  private final PriorityQueue<Due> queue =
      new PriorityQueue<>(Comparator.comparingLong(due -> due.atNanos() - ORIGIN));
  private final Set<Task> syncing = new HashSet<>();
  private int threads;
  private boolean watched;

  /**
   * Has a log synced once.
   *
   * @param delayNanos time from now until it is due
   */
  void schedule(Task task, long delayNanos) {
    lock.lock();
    try {
      queue.add(new Due(task, System.nanoTime() + delayNanos));
      if (threads == 0) {
        startThread();
      } else if (threads == syncing.size()) {
        watch();
      } else {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Forgets a log; no sync of it runs when this returns. */
  void cancel(Task task) {
    lock.lock();
    try {
      queue.removeIf(due -> due.task() == task);
      while (syncing.contains(task)) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private void startThread() {
    Thread made = new Thread(this::run, NAME);
    made.setDaemon(true);
    threads++;
    made.start();
  }

  private void run() {
    lock.lock();
    try {
      while (syncNext()) {
        // its log is not referenced while the thread waits for another one
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // no code has this thread, so nobody interrupts it
    } finally {
      threads--;
      if (threads == 0 && !queue.isEmpty()) {
        startThread();
      }
      lock.unlock();
    }
  }

  private boolean syncNext() throws InterruptedException {
    Task task = next();
    if (task == null) {
      return false;
    }
    sync(task);
    return true;
  }

  /** Waits for a log that is due; returns null if this thread is to end. */
  private Task next() throws InterruptedException {
    long idleUntil = System.nanoTime() + IDLE_NANOS;
    while (true) {
      Due first = queue.peek();
      long now = System.nanoTime();
      if (first != null && first.atNanos() - now <= 0) {
        return queue.remove().task();
      }
      boolean othersWait = threads - syncing.size() > 1;
      if (othersWait || first == null && idleUntil - now <= 0) {
        return null;
      }
      changed.awaitNanos((first == null ? idleUntil : first.atNanos()) - now);
    }
  }

  private void sync(Task task) {
    syncing.add(task);
    if (threads == syncing.size() && !queue.isEmpty()) {
      watch();
    }
    lock.unlock();
    try {
      task.syncDue();
    } finally {
      lock.lock();
      syncing.remove(task);
      changed.signalAll();
    }
  }

  /** Has the timer look after the log that waits behind running syncs. */
  private void watch() {
    if (!watched) {
      watched = true;
      AFTER_DELAY.execute(this::helpIfLate);
    }
  }

  private void helpIfLate() {
    lock.lock();
    try {
      watched = false;
      Due first = queue.peek();
      if (first == null || threads > syncing.size()) {
        return;
      }
      if (System.nanoTime() - first.atNanos() >= MOST_LATE_NANOS) {
        startThread();
      } else {
        watch();
      }
    } finally {
      lock.unlock();
    }
  }
}
