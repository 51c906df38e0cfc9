package org.flashgrove.storage.log;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Work between commits, of threads that do not commit themselves, as merges. A thread that makes
 * one commit after the other takes the turn again before one that waits for it has woken up. So the
 * work is left to the thread that has the turn, which does it before its next commit; who asked for
 * it looks from time to time whether nobody has the turn, and does it then.
 */
final class WorkBetweenCommits {
  private static final long NANOS_BETWEEN_LOOKS = 50_000;

  private final ReentrantLock turn;
  private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();

  WorkBetweenCommits(ReentrantLock turn) {
    this.turn = turn;
  }

  /** Work that a thread has asked for, and what became of it. */
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
        throw new IllegalStateException("work between commits ended: " + failure, failure);
      }
    }
  }

  /** Has work be done with the turn, by this thread or another one; returns when it is done. */
  void run(Runnable work) {
    if (turn.tryLock() || !isDoneByOther(work)) {
      try {
        work.run();
      } finally {
        turn.unlock();
      }
    }
  }

  /** Asks for work; returns whether another thread did it: if not, this one has the turn. */
  private boolean isDoneByOther(Runnable work) {
    Asked mine = new Asked(work);
    asked.add(mine);
    boolean interrupted = false;
    try {
      while (!mine.done) {
        if (turn.tryLock()) {
          if (asked.remove(mine)) {
            return false;
          }
          turn.unlock(); // it was done before
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

  /** Does what others have asked for; with the turn. */
  void runAsked() {
    for (Asked next = asked.poll(); next != null; next = asked.poll()) {
      next.run();
    }
  }
}
