package org.flashgrove.storage.log;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.log.AppendLog;

/**
 * Makes commits durable together. Of the threads that wait for theirs one syncs the log for all; a
 * commit nobody waits for is synced some milliseconds later by a thread of the store's.
 *
 * <p>Who syncs waits a moment for those it expects: threads that the sync before released come back
 * with their next commit soon. Otherwise two cohorts of half the threads would take turns.
 */
final class GroupCommit implements AutoCloseable {
  private final AppendLog log;
  private final int millis;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition synced = lock.newCondition();
  private final Condition arrived = lock.newCondition();
  private final Condition work = lock.newCondition();
  private final Thread thread;
  private boolean pending;
  private volatile long oldestPending;
  private boolean stopped;
  private boolean syncing;
  private int waiting;
  private int expected;
  private long syncNanos;
  private volatile RuntimeException failure;

  /** Commits of a log, durable within {@code millis} milliseconds. */
  GroupCommit(AppendLog log, int millis) {
    this.log = log;
    this.millis = millis;
    thread = new Thread(this::run, "flashgrove-group-sync");
    thread.setDaemon(true);
    thread.start();
  }

  private void requireNoFailure() {
    RuntimeException earlier = failure;
    if (earlier != null) {
      throw new StoreClosedException(
          "the log could not be synced: " + earlier.getMessage(), earlier);
    }
  }

  /** Notes a commit to be made durable. */
  void committed(long frame) {
    requireNoFailure();
    lock.lock();
    try {
      if (!pending) {
        pending = true;
        oldestPending = frame;
        work.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns when a frame is durable. */
  void await(long frame) {
    if (log.durableFrame() >= frame) {
      return;
    }
    lock.lock();
    try {
      waiting++;
      if (waiting >= expected) {
        arrived.signal();
      }
      while (log.durableFrame() < frame) {
        requireNoFailure();
        if (stopped) {
          throw new StoreClosedException("the store is closed");
        }
        if (syncing) {
          synced.awaitUninterruptibly();
        } else {
          lead();
        }
      }
    } finally {
      waiting--;
      lock.unlock();
    }
  }

  /** Syncs for all who wait, after a moment for those who are expected. */
  private void lead() {
    syncing = true;
    awaitExpected();
    int cohort = waiting;
    lock.unlock();
    long start = System.nanoTime();
    try {
      log.sync();
    } catch (RuntimeException e) {
      failure = e;
      throw e;
    } finally {
      lock.lock();
      syncNanos = (3 * syncNanos + System.nanoTime() - start) / 4;
      expected = Math.max(cohort, waiting);
      syncing = false;
      synced.signalAll();
    }
  }

  private void awaitExpected() {
    long left = Math.min(millis * 1_000_000L, syncNanos);
    boolean interrupted = false;
    while (waiting < expected && left > 0) {
      try {
        left = arrived.awaitNanos(left);
      } catch (InterruptedException e) {
        interrupted = true;
        left = 0;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (awaitWork()) {
        if (log.durableFrame() < oldestPending) {
          log.sync();
        }
      }
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private boolean awaitWork() {
    lock.lock();
    try {
      while (!pending && !stopped) {
        work.await();
      }
      long left = millis * 1_000_000L;
      while (!stopped && left > 0) {
        left = work.awaitNanos(left);
      }
      pending = false;
      return !stopped;
    } catch (InterruptedException e) {
      return false;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      stopped = true;
      work.signalAll();
      synced.signalAll();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
