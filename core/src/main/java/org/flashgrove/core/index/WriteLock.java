package org.flashgrove.core.index;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.failure.BatchTimeoutException;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.jspecify.annotations.Nullable;

/**
 * Write lock of an index or a store, held for one change or for one batch.
 *
 * <p>A thread that waits until another thread's batch ends can be interrupted. If the other thread
 * has died, the waiting thread rolls back the batch. Exceptions name the thread that has the batch
 * open.
 */
public final class WriteLock {
  private static final String LOGGER = "org.flashgrove.core";

  /**
   * Interval at which a waiting thread checks whether the thread that has a batch open is alive.
   */
  private static final long NANOS_BETWEEN_CHECKS = TimeUnit.MILLISECONDS.toNanos(50);

  private final OrderedLock lock = new OrderedLock(LockRank.WRITE);
  private final Condition ended = lock.newCondition();

  /** Time limit of the thread's current call of {@link #within}; absent outside of such a call. */
  private static final ThreadLocal<Limit> LIMITS = new ThreadLocal<>();

  /** Number of running calls of {@link #within}. While it is 0, no thread has a limit. */
  private static final AtomicInteger LIMITED = new AtomicInteger();

  /**
   * Id of the dead thread whose batch was logged last. Such a batch may hold the locks of several
   * structures, and is logged once.
   */
  private static final AtomicLong LOGGED = new AtomicLong();

  private volatile @Nullable Batch open;

  /** Number of threads that wait for the end of a batch. Written under the lock. */
  private volatile int waiting;

  /**
   * Time limit of all lock waits of a call.
   *
   * @param deadline value of {@link System#nanoTime} at which the wait ends
   * @param timeout length of the limit, for messages
   */
  private record Limit(long deadline, Duration timeout) {
    private static final Duration LONGEST = Duration.ofDays(36_500);

    static Limit of(Duration timeout) {
      if (Objects.requireNonNull(timeout, "timeout").isNegative()) {
        throw new IllegalArgumentException("timeout " + timeout + " (allowed: 0 or longer)");
      }
      Duration most = timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST;
      return new Limit(System.nanoTime() + most.toNanos(), most);
    }

    long left() {
      return Math.max(0, deadline - System.nanoTime());
    }
  }

  private static final class Batch {
    private final Thread thread = Thread.currentThread();
    private final long beginMillis = System.currentTimeMillis();
    private @Nullable Runnable rollBack;

    Instant begin() {
      return Instant.ofEpochMilli(beginMillis);
    }
  }

  /**
   * Runs a call that may wait for write locks for a limited time in total.
   *
   * @throws BatchTimeoutException if the waits exceed the limit; the message names the open batch
   */
  public static <R> R within(Duration timeout, Supplier<R> call) {
    Limit before = LIMITS.get();
    LIMITS.set(Limit.of(timeout));
    LIMITED.incrementAndGet();
    try {
      return call.get();
    } finally {
      LIMITED.decrementAndGet();
      if (before == null) {
        LIMITS.remove();
      } else {
        LIMITS.set(before);
      }
    }
  }

  /** Runs a call like {@link #within}. */
  public static void runWithin(Duration timeout, Runnable call) {
    within(
        timeout,
        () -> {
          call.run();
          return true;
        });
  }

  /**
   * Acquires the lock for one change.
   *
   * @throws BatchTimeoutException if the wait exceeds the limit of {@link #within}, or the thread
   *     is interrupted while it waits for a batch. The interrupt status of the thread stays set
   */
  public void lock() {
    if (LIMITED.get() != 0) {
      Limit limit = LIMITS.get();
      if (limit != null) {
        await(limit);
        return;
      }
    }
    lock.lock();
    if (open != null) {
      awaitEnd(Long.MAX_VALUE);
    }
  }

  /** Releases the lock that {@link #lock} acquired. */
  public void unlock() {
    lock.unlock();
  }

  /**
   * Acquires the lock for a batch, until {@link #end}. Meanwhile the thread of the batch may also
   * make single changes.
   *
   * @param timeout longest wait for other threads; null for no limit
   * @throws BatchStateException if this thread already has an open batch
   * @throws BatchTimeoutException if the wait exceeds the limit, or this thread is interrupted
   *     while it waits; the message names the open batch
   */
  public void begin(@Nullable Duration timeout) {
    requireNoBatch();
    if (timeout == null) {
      lock();
    } else {
      await(Limit.of(timeout));
    }
    open = new Batch();
    lock.unlock();
  }

  /**
   * Creates a batch under the lock, which it keeps until {@link #end}. If the batch cannot be
   * created, releases the lock.
   *
   * @param timeout longest wait for other threads; null for no limit
   * @param create begins the batch
   * @param rollBack rolls back the batch if the thread of the batch dies; runs in another thread,
   *     and calls {@link #end}
   * @throws BatchStateException if this thread already has an open batch
   * @throws BatchTimeoutException as {@link #begin(Duration)} does
   */
  public <B> B begin(@Nullable Duration timeout, Supplier<B> create, Consumer<B> rollBack) {
    begin(timeout);
    boolean begun = false;
    try {
      B batch = create.get();
      rollBackBy(() -> rollBack.accept(batch));
      begun = true;
      return batch;
    } finally {
      if (!begun) {
        end();
      }
    }
  }

  private void await(Limit limit) {
    boolean interrupted = false;
    boolean taken = false;
    try {
      taken = lock.tryLock(limit.left(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
      Thread.currentThread().interrupt();
    }
    if (!taken || !awaitEnd(limit.left())) {
      throw failed(interrupted ? null : limit.timeout(), open);
    }
  }

  /**
   * Throws if this thread has a batch open, because the thread would wait for its own batch.
   *
   * @throws BatchStateException if this thread holds the lock
   */
  public void requireNoBatch() {
    Batch batch = open;
    if (lock.isHeldByCurrentThread() || batch != null && batch.thread == Thread.currentThread()) {
      throw new BatchStateException(
          "this thread already has an open batch; commit or close it first");
    }
  }

  /**
   * Sets the action that rolls back the batch of this thread if the thread dies.
   *
   * @param rollBack runs in another thread, and calls {@link #end}
   */
  public void rollBackBy(Runnable rollBack) {
    Batch batch = open;
    if (batch != null) {
      batch.rollBack = rollBack;
    }
  }

  /** Releases the lock that {@link #begin} acquired. */
  public void end() {
    open = null;
    if (waiting > 0) { // a thread that waits later sees that no batch is open
      lock.lock();
      try {
        ended.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Waits until no other thread has a batch open. The caller holds the lock. This method releases
   * the lock if it returns false or throws.
   *
   * @param nanos longest wait
   * @return false if the timeout expired
   */
  private boolean awaitEnd(long nanos) {
    boolean done = false;
    long left = nanos;
    waiting++; // before the batch is read again, so that its end is not missed
    try {
      for (Batch other = open; other != null && isOthers(other); other = open) {
        if (!other.thread.isAlive()) {
          abandon(other);
        } else if (left <= 0) {
          return false;
        } else {
          long wait = Math.min(left, NANOS_BETWEEN_CHECKS);
          left -= wait - ended.awaitNanos(wait);
        }
      }
      done = true;
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(null, open);
    } finally {
      waiting--;
      if (!done) {
        lock.unlock();
      }
    }
  }

  private static boolean isOthers(Batch batch) {
    return batch.thread != Thread.currentThread();
  }

  /** Rolls back a batch whose thread has died. */
  private void abandon(Batch lost) {
    long thread = lost.thread.getId();
    if (LOGGED.getAndSet(thread) != thread) {
      System.getLogger(LOGGER)
          .log(
              System.Logger.Level.WARNING,
              "rolling back the batch that thread ''{0}'' opened at {1}, since that thread has"
                  + " died",
              lost.thread.getName(),
              lost.begin());
    }
    try {
      if (lost.rollBack != null) {
        lost.rollBack.run();
      }
    } finally {
      if (open == lost) {
        end();
      }
    }
  }

  /**
   * Returns the exception for a thread whose wait failed.
   *
   * @param timeout length of the wait; null if the thread was interrupted
   */
  private static BatchTimeoutException failed(@Nullable Duration timeout, @Nullable Batch other) {
    return new BatchTimeoutException(
        (timeout == null ? "interrupted while waiting" : "waited " + timeout.toMillis() + " ms")
            + " for "
            + (other == null
                ? "changes of another thread" + (timeout == null ? "" : "; try again")
                : "the batch that thread '"
                    + other.thread.getName()
                    + "' has open since "
                    + other.begin()
                    + (timeout == null ? "" : "; try again when it is closed"))
            + (timeout == null ? "; end the thread, or clear its interrupt status" : ""));
  }
}
