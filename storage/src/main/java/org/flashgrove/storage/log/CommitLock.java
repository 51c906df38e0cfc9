package org.flashgrove.storage.log;

import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.storage.log.commit.HandoffQueue;

/**
 * Commit lock of a store. Whoever acquires it for anything but a commit that may wait first applies
 * the queued commits, and runs the work that other threads have left to it.
 */
final class CommitLock {
  private final OrderedLock lock;
  private final DeferredCommits queue;
  private final StoreCondition condition;
  private final HandoffQueue asked;

  /**
   * Creates the commit lock.
   *
   * @param lock the lock itself
   * @param queue the commits that wait
   */
  CommitLock(OrderedLock lock, DeferredCommits queue, StoreCondition condition) {
    this.lock = lock;
    this.queue = queue;
    this.condition = condition;
    asked = new HandoffQueue(lock);
  }

  /** Acquires the lock. Nothing is queued then. */
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

  /** Acquires the lock and leaves queued commits and the work of others as they are. */
  void acquireUnsettled() {
    lock.lock();
  }

  /** Applies queued commits. The caller holds the lock. */
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

  /** Runs work under the lock, in this thread or the lock's holder; returns when it is done. */
  void run(Runnable work) {
    asked.run(work);
  }
}
