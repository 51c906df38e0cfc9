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
 * Background thread that syncs the logs of all open stores in this JVM when their commits are due.
 *
 * <p>A single thread is enough while syncs are fast. Another thread starts if all threads are
 * syncing and a log is {@value #MOST_LATE_MILLIS} ms past the time at which its sync was due. A
 * slow device therefore delays the commits of other stores by at most this time. While all threads
 * are busy, a timer of the JDK looks for such late logs. Threads end when they have no more work.
 *
 * <p>This class refers to a log only while the log has commits to sync. A store that was never
 * closed can therefore be garbage-collected.
 */
final class SyncThread {
  /** Name of the threads. */
  static final String NAME = "flashgrove-group-sync";

  /**
   * Origin of all times in this class. Times relative to this origin can be compared even if {@code
   * nanoTime} overflows.
   */
  private static final long ORIGIN = System.nanoTime();

  static final SyncThread SHARED = new SyncThread();

  /**
   * Time in milliseconds by which the sync of a log may be late while all threads are syncing.
   * After that time, another thread starts.
   */
  static final int MOST_LATE_MILLIS = 100;

  private static final long MOST_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(MOST_LATE_MILLIS);

  /** Time without work after which the last remaining thread ends. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final Executor AFTER_DELAY =
      CompletableFuture.delayedExecutor(MOST_LATE_MILLIS, TimeUnit.MILLISECONDS, Runnable::run);

  /** A log and the time at which its sync is due. */
  private record Due(Task task, long atNanos) {}

  /** Sync of one log. */
  @FunctionalInterface
  interface Task {
    /** Syncs the log if it has commits that are not durable yet. Throws no exception. */
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
   * Schedules one sync of a log.
   *
   * @param delayNanos delay in nanoseconds
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

  /** Cancels the sync of a log. When this method returns, no sync of the log is running. */
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
        // the loop keeps no reference to a log while the thread waits
      }
    } catch (InterruptedException e) {
      // nobody has a reference to this thread, so nobody interrupts it
      Thread.currentThread().interrupt();
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

  /** Waits for a log that is due. Returns null if this thread should end. */
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

  /** Starts the timer that checks for late logs, if it is not running. */
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
