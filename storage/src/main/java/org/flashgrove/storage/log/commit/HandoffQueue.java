package org.flashgrove.storage.log.commit;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets background threads, such as merges, run work under the commit lock without starving. A
 * thread that commits in a loop reacquires the lock before a waiting thread wakes up. Waiting
 * threads therefore queue their work, and the thread that holds the lock runs it before its next
 * commit. A thread that finds the lock free runs its work itself.
 */
public final class HandoffQueue {
  private static final long NANOS_BETWEEN_LOOKS = 50_000;

  private final ReentrantLock commitLock;
  private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();

  /**
   * Creates an empty queue.
   *
   * @param commitLock the commit lock of the store
   */
  public HandoffQueue(ReentrantLock commitLock) {
    this.commitLock = commitLock;
  }

  /** Work that a thread has queued, and its result. */
  private static final class Asked {
    private final Runnable work;
    private final Thread by = Thread.currentThread();
    private Throwable failure;
    private volatile boolean done;

    Asked(Runnable work) {
      this.work = work;
    }

    void run() {
      try {
        work.run();
      } catch (RuntimeException e) {
        failure = e;
      } catch (Error e) {
        failure = e;
        throw e;
      } finally {
        done = true;
        LockSupport.unpark(by);
      }
    }

    void requireSuccess() {
      if (failure instanceof RuntimeException) {
        throw (RuntimeException) failure;
      } else if (failure != null) {
        throw new IllegalStateException(
            "background work: failed with an error: " + failure, failure);
      }
    }
  }

  /**
   * Runs work under the commit lock, in this thread or in the thread that holds the lock. Returns
   * when the work is done.
   */
  public void run(Runnable work) {
    if (commitLock.tryLock() || !isDoneByOther(work)) {
      try {
        work.run();
      } finally {
        commitLock.unlock();
      }
    }
  }

  /**
   * Queues work and waits. Returns true if another thread has done the work. Returns false if this
   * thread has acquired the lock and must do the work itself.
   */
  private boolean isDoneByOther(Runnable work) {
    Asked mine = new Asked(work);
    asked.add(mine);
    boolean interrupted = false;
    try {
      while (!mine.done) {
        if (commitLock.tryLock()) {
          if (asked.remove(mine)) {
            return false;
          }
          commitLock.unlock(); // the previous holder did the work
        } else {
          LockSupport.parkNanos(this, NANOS_BETWEEN_LOOKS);
          interrupted |= Thread.interrupted();
        }
      }
      mine.requireSuccess();
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Runs the queued work of other threads. The caller holds the commit lock. */
  public void runAsked() {
    for (Asked next = asked.poll(); next != null; next = asked.poll()) {
      next.run();
    }
  }
}
