package org.flashgrove.storage.log;

import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.storage.log.commit.HandoffQueue;

/**
 * Commit lock of a store. Each thread that acquires the lock first applies the queued commits and
 * runs the work that other threads have queued ({@link HandoffQueue}). The only exception is a
 * thread that acquires the lock to add its own commit to the queue.
 */
final class CommitLock {
  private final OrderedLock lock;
  private final DeferredCommits queue;
  private final StoreCondition condition;
  private final HandoffQueue asked;

  /**
   * Creates the commit lock.
   *
   * @param lock the underlying lock
   * @param queue the queued commits
   */
  CommitLock(OrderedLock lock, DeferredCommits queue, StoreCondition condition) {
    this.lock = lock;
    this.queue = queue;
    this.condition = condition;
    asked = new HandoffQueue(lock);
  }

  /** Acquires the lock and applies all queued commits. */
  void acquire() {
    lock.lock();
    boolean taken = false;
    try {
      settle();
      taken = true;
    } finally {
      if (!taken) {
        lock.unlock();
      }
    }
  }

  /**
   * Acquires the lock. Unlike {@link #acquire}, does not apply queued commits or run queued work.
   */
  void acquireUnsettled() {
    lock.lock();
  }

  /** Logs and applies the queued commits. The caller holds the lock. */
  void applyQueued() {
    queue.apply();
  }

  private void settle() {
    queue.apply();
    asked.runAsked();
  }

  /**
   * Acquires the lock, adds a commit to the queue and releases the lock. If the queue is empty or
   * has no room, adds nothing and returns false.
   */
  boolean offer(long[] words, int length) {
    lock.lock();
    try {
      condition.requireUsable();
      return queue.offer(words, length);
    } catch (RuntimeException e) {
      throw condition.fail(e);
    } catch (Error e) {
      throw condition.fail(e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Acquires the lock, applies the queued commits, and starts a new queue with the given commit.
   *
   * @return false if the commit was not queued, because its structure cannot queue commits now
   */
  boolean start(Committable part, long[] words, int length) {
    condition.requireWritable();
    acquire();
    try {
      condition.requireUsable();
      return queue.start(part, words, length);
    } catch (RuntimeException e) {
      throw condition.fail(e);
    } catch (Error e) {
      throw condition.fail(e);
    } finally {
      lock.unlock();
    }
  }

  void release() {
    lock.unlock();
  }

  /**
   * Runs work under the lock. If another thread holds the lock, that thread may run the work. The
   * call returns when the work is done.
   */
  void run(Runnable work) {
    asked.run(work);
  }
}
