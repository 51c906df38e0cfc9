package org.flashgrove.storage.log.commit;

import java.io.File;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.log.SyncedLog;

/**
 * Makes several commits durable with one sync. If several threads wait for their commits to become
 * durable, one of them syncs the log for all. If no thread waits for a commit, the {@link
 * SyncThread} syncs the log some milliseconds later.
 *
 * <p>A sync releases the threads that waited for it. Usually they soon commit again and wait for
 * the next sync. The next sync therefore starts only when as many threads wait as the last sync
 * released. The thread that comes last then syncs at once. If some threads are still missing after
 * the usual duration of a sync, the first waiting thread syncs.
 *
 * <p>If the released threads usually need longer than one sync until they wait again, no thread
 * waits for others. Some threads can then insert while others sync.
 *
 * <p>Released threads wake each other in a chain: each thread wakes the next one. The first thread
 * continues while the others wake up. No thread needs a lock to learn that it was released.
 */
public final class GroupCommit {
  private static final String LOGGER = "org.flashgrove.storage";

  private static final long NANOS_PER_MILLI = 1_000_000;

  /**
   * Divisor by which each sync reduces {@link #returnNanos}: the value falls by 1/{@code
   * RETURN_DECAY}. Without this decay, threads would never again wait for each other after one long
   * return time, and no shorter return time would be measured.
   */
  private static final int RETURN_DECAY = 32;

  /** A thread that waits for a frame to become durable. */
  private static final class Waiter {
    private final Thread thread = Thread.currentThread();
    private final long frame;

    /**
     * Waiter whose thread is woken by this waiter's thread, once this waiter is released. Written
     * before {@link #released}.
     */
    private Waiter next;

    private volatile boolean released;

    /**
     * Time at which the waiting thread syncs the log itself if no other thread has done so. {@link
     * Long#MAX_VALUE} if that thread never syncs.
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

  /** Time at which the last sync ended. */
  private long releasedAt;

  /**
   * Average time in nanoseconds from the end of a sync until all threads that it released wait for
   * the next sync.
   */
  private long returnNanos;

  /** Average duration of a sync, in nanoseconds. */
  private long syncNanos;

  private boolean stopped;

  /** True from the time a background sync is scheduled until it ends. */
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /** Newest frame at the time when the last background sync was scheduled. */
  private volatile long noted;

  private volatile RuntimeException failure;

  /**
   * Creates the group commit of a log.
   *
   * @param millis time in milliseconds within which commits become durable, and the longest time
   *     that a thread waits for other threads to share a sync
   */
  public GroupCommit(SyncedLog log, int millis) {
    this.log = log;
    mostNanos = millis * NANOS_PER_MILLI;
  }

  /** Starts background syncs. The first of them also makes earlier commits durable. */
  public void start() {
    scheduleIfDirty();
  }

  /** Returns the directory of the store, for messages. */
  private String storeName() {
    String directory = new File(log.name()).getParent();
    return directory == null ? log.name() : directory;
  }

  private void requireNoFailure() {
    RuntimeException earlier = failure;
    if (earlier != null) {
      throw new StoreClosedException(
          storeName()
              + ": an earlier sync of the log failed; fix the cause, then close the store and open"
              + " it again: "
              + earlier.getMessage(),
          earlier);
    }
  }

  /**
   * Schedules a background sync for a commit that was appended to the log, unless one is scheduled
   * already.
   */
  public void committed() {
    requireNoFailure();
    if (!scheduled.get()) {
      scheduleIfDirty();
    }
  }

  /**
   * Waits until a frame is durable that is not durable yet. If no sync is running and no more
   * threads are expected to wait soon, this thread syncs the log for all waiting threads. Otherwise
   * it waits until another thread releases it, or until {@link Waiter#syncsAt}, when it is to sync
   * the log itself.
   *
   * <p>This method is too long for inlining (over 325 bytes of code). Otherwise the JIT compiler
   * would compile it into each loop that commits.
   */
  public void await(long frame) {
    Waiter waiter = new Waiter(frame);
    boolean syncs = false;
    lock.lock();
    try {
      requireNoFailure();
      int waiting = waiters.size() + 1;
      if (waiting == expected) {
        noteReturn(System.nanoTime() - releasedAt);
      }
      if (stopped) {
        waiter.released = true;
      } else if (syncing || waiting < expected && isWorthWaiting()) {
        if (!syncing && waiters.isEmpty()) {
          waiter.syncsAt = System.nanoTime() + Math.min(mostNanos, syncNanos);
        }
        waiters.addLast(waiter);
      } else {
        syncing = true;
        syncs = true;
      }
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (!syncs && !waiter.released) {
      long left = waiter.syncsAt - System.nanoTime();
      if (waiter.syncsAt == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else if (left > 0) {
        LockSupport.parkNanos(this, left);
      } else {
        syncs = takeLead(waiter);
      }
      interrupted |= Thread.interrupted();
    }
    if (syncs) {
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
    wake(waiter.next);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    requireDurable(frame);
  }

  private void requireDurable(long frame) {
    if (log.durableFrame() < frame) {
      requireNoFailure();
      throw StoreClosedException.of(log.name());
    }
  }

  /**
   * Returns whether the threads that a sync released usually wait for the next sync within the
   * duration of one sync.
   */
  private boolean isWorthWaiting() {
    return returnNanos <= syncNanos;
  }

  private void noteReturn(long nanos) {
    returnNanos += (nanos - returnNanos) / 4;
  }

  private boolean takeLead(Waiter waiter) {
    lock.lock();
    try {
      waiter.syncsAt = Long.MAX_VALUE;
      if (syncing || waiter.released) {
        // the thread that syncs will release this one or choose the next thread to sync
        return false;
      }
      // some threads are still missing, so assume twice the time
      noteReturn(2 * (System.nanoTime() - releasedAt));
      waiters.remove(waiter);
      syncing = true;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Releases all waiters whose commits a sync made durable. */
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
   * Releases the waiters whose frames are durable; after a failure, releases all waiters. Returns
   * the first of the released waiters, which are linked in a chain.
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
   * Called some time after a background sync was scheduled. Does nothing if the commits made before
   * the scheduling are already durable. Otherwise syncs the log, which also makes later commits
   * durable.
   */
  private void syncDue() {
    try {
      if (log.durableFrame() < noted) {
        log.sync();
      }
    } catch (RuntimeException e) {
      failure = e;
      System.getLogger(LOGGER)
          .log(
              System.Logger.Level.WARNING,
              storeName()
                  + ": a background sync of the log failed, so newer commits may not be durable;"
                  + " fix the cause, then close the store and open it again: "
                  + e.getMessage(),
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
   * Stops background syncs and releases all waiters.
   *
   * @param syncs whether to sync the log first, so that the commits of the waiters are durable
   */
  public void close(boolean syncs) {
    try {
      if (syncs) {
        log.sync();
      }
    } catch (RuntimeException e) {
      failure = e; // the log refuses further calls and reports the failure when it is closed
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
