package org.flashgrove.storage.log;

import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.storage.log.commit.HandoffQueue;

/**
 * Commit lock of a store. A thread that acquires it first applies the queued commits and runs the
 * work that other threads handed over. Only a commit that can be queued skips this.
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

  /** Acquires the lock without applying queued commits or running handed-over work. */
  void acquireUnsettled() {
    lock.lock();
  }

  /** Applies the queued commits. The caller holds the lock. */
  void applyQueued() {
    queue.apply();
  }

  private void settle() {
    queue.apply();
    asked.runAsked();
  }

  /** Queues a commit behind others, under the lock; returns false if there is no room. */
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
   * Applies the queued commits and queues the next one, under the lock.
   *
   * @return false if the commit was not queued, because it cannot wait
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
   * Runs work under the lock, in this thread or in the thread that holds the lock. Returns when the
   * work is done.
   */
  void run(Runnable work) {
    asked.run(work);
  }
}
