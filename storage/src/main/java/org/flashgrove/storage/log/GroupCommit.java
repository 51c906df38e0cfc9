package org.flashgrove.storage.log;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.log.AppendLog;

/**
 * Makes commits durable together. Of the threads that wait for theirs one syncs the log for all; a
 * commit nobody waits for is synced some milliseconds later by a thread of the store's.
 *
 * <p>Threads that a sync released come back with their next commit soon. They are expected: the one
 * that completes the group syncs, at once and without a change of threads. The first to wait sees
 * that it does not come to nothing: it syncs after as long as a sync takes. Where all of them need
 * longer to come back than a sync takes, nobody is expected: it is better that some insert while
 * others sync.
 *
 * <p>Released threads are woken in a chain, each by the one before: the first is at work while the
 * others wake up, and nobody queues for a lock to be told.
 */
final class GroupCommit {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** By so much of itself the time of returns shrinks with a sync: it is measured again then. */
  private static final int RETURN_DECAY = 32;

  /** A thread that waits for a frame to become durable. */
  private static final class Waiter {
    private final Thread thread = Thread.currentThread();
    private final long frame;

    /** Who is to be woken by this one; written before {@link #released}. */
    private Waiter next;

    private volatile boolean released;

    /** When this thread syncs itself if nobody does; {@link Long#MAX_VALUE} if others see to it. */
    private volatile long syncsAt = Long.MAX_VALUE;

    Waiter(long frame) {
      this.frame = frame;
    }
  }

  private final AppendLog log;
  private final long mostNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Thread thread;
  private final Deque<Waiter> waiters = new ArrayDeque<>();
  private boolean syncing;
  private int expected;

  /** When the last sync ended. */
  private long releasedAt;

  /** How long those it released need until all wait again, on average. */
  private long returnNanos;

  /** How long a sync takes, on average. */
  private long syncNanos;

  private boolean stopped;
  private volatile boolean idle;
  private volatile RuntimeException failure;

  /** Commits of a log, durable within {@code millis} milliseconds. */
  GroupCommit(AppendLog log, int millis) {
    this.log = log;
    mostNanos = millis * NANOS_PER_MILLI;
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

  /** Notes that a commit was appended to the log. */
  void committed() {
    requireNoFailure();
    if (idle) {
      lock.lock();
      try {
        idle = false;
        work.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  /** Returns when a frame is durable. */
  void await(long frame) {
    if (log.durableFrame() >= frame) {
      return;
    }
    Waiter waiter = new Waiter(frame);
    if (!joinOrLead(waiter)) {
      park(waiter);
    }
    if (log.durableFrame() < frame) {
      requireNoFailure();
      throw new StoreClosedException("the store is closed");
    }
  }

  /** Queues a waiter, or syncs for all that wait if it is the one to do so; whether it did. */
  private boolean joinOrLead(Waiter waiter) {
    lock.lock();
    try {
      requireNoFailure();
      if (stopped) {
        return true;
      }
      int waiting = waiters.size() + 1;
      if (waiting == expected) {
        noteReturn(System.nanoTime() - releasedAt);
      }
      if (syncing || waiting < expected && isWorthWaiting()) {
        if (!syncing && waiters.isEmpty()) {
          waiter.syncsAt = System.nanoTime() + Math.min(mostNanos, syncNanos);
        }
        waiters.addLast(waiter);
        return false;
      }
      syncing = true;
    } finally {
      lock.unlock();
    }
    sync();
    return true;
  }

  /** Whether those whom the last sync released can all be back within the time of a sync. */
  private boolean isWorthWaiting() {
    return returnNanos <= syncNanos;
  }

  private void noteReturn(long nanos) {
    returnNanos += (nanos - returnNanos) / 4;
  }

  /** Waits until released, and syncs if nobody else does. */
  private void park(Waiter waiter) {
    boolean interrupted = false;
    while (!waiter.released) {
      long left = waiter.syncsAt == Long.MAX_VALUE ? 0 : waiter.syncsAt - System.nanoTime();
      if (waiter.syncsAt == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else if (left > 0) {
        LockSupport.parkNanos(this, left);
      } else if (takeLead(waiter)) {
        sync();
        break;
      }
      interrupted |= Thread.interrupted();
    }
    wake(waiter.next);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean takeLead(Waiter waiter) {
    lock.lock();
    try {
      waiter.syncsAt = Long.MAX_VALUE;
      if (syncing || waiter.released) {
        return false; // who syncs sees to the rest
      }
      noteReturn(2 * (System.nanoTime() - releasedAt)); // some are still not here
      waiters.remove(waiter);
      syncing = true;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Syncs the log and releases all who waited for that. */
  private void sync() {
    long start = System.nanoTime();
    try {
      log.sync();
    } catch (RuntimeException e) {
      failure = e;
      throw e;
    } finally {
      finishSync(start);
    }
  }

  private void finishSync(long start) {
    Waiter first;
    Waiter next;
    lock.lock();
    try {
      long now = System.nanoTime();
      syncNanos += (now - start - syncNanos) / 4;
      returnNanos -= returnNanos / RETURN_DECAY;
      releasedAt = now;
      expected = waiters.size() + 1;
      first = release();
      syncing = false;
      next = waiters.peekFirst();
      if (next != null) {
        next.syncsAt = isWorthWaiting() ? now + Math.min(mostNanos, syncNanos) : now;
      }
    } finally {
      lock.unlock();
    }
    wake(next);
    wake(first);
  }

  private static void wake(Waiter waiter) {
    if (waiter != null) {
      LockSupport.unpark(waiter.thread);
    }
  }

  /** Releases waiters whose frames are durable, all of them after a failure; the first of them. */
  private Waiter release() {
    long durable = failure != null || stopped ? Long.MAX_VALUE : log.durableFrame();
    Waiter first = null;
    int count = waiters.size();
    for (int i = 0; i < count; i++) {
      Waiter waiter = waiters.removeFirst();
      if (waiter.frame > durable) {
        waiters.addLast(waiter);
        continue;
      }
      waiter.next = first;
      first = waiter;
      waiter.released = true;
    }
    return first;
  }

  private void run() {
    try {
      while (awaitWork()) {
        long noted = log.lastFrame();
        if (awaitHalf() && log.durableFrame() < noted) {
          log.sync();
        }
      }
    } catch (RuntimeException e) {
      failure = e;
    } catch (InterruptedException e) {
      failure = new StoreClosedException("the thread that syncs the log was interrupted", e);
    }
  }

  /** Returns when there is a commit that is not durable; false to end. */
  private boolean awaitWork() throws InterruptedException {
    lock.lock();
    try {
      while (!stopped) {
        idle = true;
        if (log.durableFrame() < log.lastFrame()) {
          idle = false;
          return true;
        }
        work.await();
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Waits half of the time within which commits become durable: what is older then is synced. */
  private boolean awaitHalf() throws InterruptedException {
    lock.lock();
    try {
      long left = mostNanos / 2;
      while (!stopped && left > 0) {
        left = work.awaitNanos(left);
      }
      return !stopped;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the thread, and releases all who wait.
   *
   * @param syncs whether to make durable what they wait for
   */
  void close(boolean syncs) {
    try {
      if (syncs) {
        log.sync();
      }
    } catch (RuntimeException e) {
      failure = e; // the log refuses from now on, which whoever closes it is told
    }
    stop();
  }

  private void stop() {
    Waiter first;
    lock.lock();
    try {
      stopped = true;
      first = release();
      work.signalAll();
    } finally {
      lock.unlock();
    }
    wake(first);
    joinThread();
  }

  private void joinThread() {
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
