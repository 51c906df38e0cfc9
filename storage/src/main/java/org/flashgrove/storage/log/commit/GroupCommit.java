package org.flashgrove.storage.log.commit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.log.SyncedLog;

/**
 * Makes commits durable together. Of the threads that wait for their commits one syncs the log for
 * all; a commit that no thread waits for is synced some milliseconds later by the {@link
 * SyncThread} of all stores.
 *
 * <p>Threads that a sync released usually wait for their next commit soon, and are expected to. The
 * thread that completes the expected group syncs at once, without a switch of threads. If the group
 * stays incomplete, the first thread that waits syncs after as long as a sync takes. If the
 * released threads take longer to return than a sync takes, none is expected: it is better that
 * some insert while others sync.
 *
 * <p>Released threads wake each other in a chain. The first works while the others wake up, and no
 * thread queues for a lock to learn that it was released.
 */
public final class GroupCommit {
  private static final System.Logger LOGGER = System.getLogger("org.flashgrove.storage");

  private static final long NANOS_PER_MILLI = 1_000_000;

  /**
   * With each sync the average time of returns shrinks by one part in this many, so that after some
   * syncs it is measured again.
   */
  private static final int RETURN_DECAY = 32;

  /** A thread that waits for a frame to become durable. */
  private static final class Waiter {
    private final Thread thread = Thread.currentThread();
    private final long frame;

    /** The waiter that this thread wakes; written before {@link #released}. */
    private Waiter next;

    private volatile boolean released;

    /**
     * When this thread syncs the log itself, unless another has; {@link Long#MAX_VALUE} for never.
     */
    private volatile long syncsAt = Long.MAX_VALUE;

    Waiter(long frame) {
      this.frame = frame;
    }
  }

  private final SyncedLog log;
  private final long mostNanos;
  private final OrderedLock lock = new OrderedLock(LockRank.GROUP_SYNC);
  private final SyncThread.Task task = this::syncDue;
  private final Deque<Waiter> waiters = new ArrayDeque<>();
  private boolean syncing;
  private int expected;

  /** When the last sync ended. */
  private long releasedAt;

  /** Average time between a sync's end and the return of all released threads, in nanoseconds. */
  private long returnNanos;

  /** Average duration of a sync, in nanoseconds. */
  private long syncNanos;

  private boolean stopped;

  /** True from the time a sync in the background is planned until it has ended. */
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /** Newest frame when the last sync in the background was planned. */
  private volatile long noted;

  private volatile RuntimeException failure;

  /**
   * Serves a log.
   *
   * @param millis time within which commits become durable; no thread waits longer for others to
   *     sync with
   */
  public GroupCommit(SyncedLog log, int millis) {
    this.log = log;
    mostNanos = millis * NANOS_PER_MILLI;
  }

  /** Begins to sync in the background, also what was committed before. */
  public void start() {
    scheduleIfDirty();
  }

  private void requireNoFailure() {
    RuntimeException earlier = failure;
    if (earlier != null) {
      throw new StoreClosedException(
          "the log could not be synced: " + earlier.getMessage(), earlier);
    }
  }

  /** Notes that a commit was appended to the log. */
  public void committed() {
    requireNoFailure();
    if (!scheduled.get()) {
      scheduleIfDirty();
    }
  }

  /** Returns when a frame is durable. */
  public void await(long frame) {
    if (log.durableFrame() >= frame) {
      return;
    }
    Waiter waiter = new Waiter(frame);
    if (!joinOrLead(waiter)) {
      park(waiter);
    }
    if (log.durableFrame() < frame) {
      requireNoFailure();
      throw StoreClosedException.of("store");
    }
  }

  /**
   * Queues a waiter, or syncs for all that wait if this thread completes the group; returns whether
   * it synced, or the thread that syncs has been stopped.
   */
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

  /**
   * Returns whether the threads that the last sync released can all wait again within the time of a
   * sync.
   */
  private boolean isWorthWaiting() {
    return returnNanos <= syncNanos;
  }

  private void noteReturn(long nanos) {
    returnNanos += (nanos - returnNanos) / 4;
  }

  /** Waits until released; syncs when the waiter's time has come. */
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
        return false; // the thread that syncs releases this one, or names the next to sync
      }
      noteReturn(2 * (System.nanoTime() - releasedAt)); // some are still not here
      waiters.remove(waiter);
      syncing = true;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Syncs the log and releases all waiters whose commits it made durable. */
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

  /**
   * Releases the waiters whose frames are durable, or all of them after a failure, and returns the
   * first of their chain.
   */
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

  /**
   * Syncs the log if a commit that was there when the delay began is not durable. It covers all
   * commits from before the delay, and those since then that it meets.
   */
  private void syncDue() {
    try {
      if (log.durableFrame() < noted) {
        log.sync();
      }
    } catch (RuntimeException e) {
      failure = e;
      LOGGER.log(
          System.Logger.Level.WARNING,
          "commits could not be made durable in the background: " + e.getMessage(),
          e);
      return;
    }
    scheduled.set(false);
    scheduleIfDirty();
  }

  private void scheduleIfDirty() {
    if (log.durableFrame() < log.lastFrame() && scheduled.compareAndSet(false, true)) {
      noted = log.lastFrame();
      lock.lock();
      try {
        if (!stopped) {
          SyncThread.SHARED.schedule(task, mostNanos / 2);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Ends syncing in the background, and releases all waiters.
   *
   * @param syncs whether to sync the log before, so that what they wait for is durable
   */
  public void close(boolean syncs) {
    try {
      if (syncs) {
        log.sync();
      }
    } catch (RuntimeException e) {
      failure = e; // the log refuses calls from now on, so that its closing reports the failure
    }
    stop();
  }

  private void stop() {
    Waiter first;
    lock.lock();
    try {
      stopped = true;
      first = release();
    } finally {
      lock.unlock();
    }
    wake(first);
    SyncThread.SHARED.cancel(task);
  }
}
