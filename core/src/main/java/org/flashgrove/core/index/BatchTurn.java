package org.flashgrove.core.index;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.failure.BatchTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The turn of those who change an index or a store: one thread at a time, for one change or for a
 * batch. It knows who has a batch open, for those who wait for it in vain.
 */
public final class BatchTurn {
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable Batch open;

  private record Batch(String thread, Instant since) {}

  /** Takes the turn for one change. */
  public void lock() {
    lock.lock();
  }

  /** Gives the turn back. */
  public void unlock() {
    if (open != null && lock.getHoldCount() == 1) {
      open = null;
    }
    lock.unlock();
  }

  /**
   * Takes the turn for a batch.
   *
   * @param timeout how long to wait for others at most; null for as long as it takes
   * @throws IllegalStateException if this thread has the turn
   * @throws BatchTimeoutException if others did not end in time; names the batch that is open
   */
  public void begin(@Nullable Duration timeout) {
    if (lock.isHeldByCurrentThread()) {
      throw new IllegalStateException("this thread has changes open (allowed: one at a time)");
    }
    if (timeout == null) {
      lock.lock();
    } else {
      waitFor(timeout);
    }
    open = new Batch(Thread.currentThread().getName(), Instant.now());
  }

  private void waitFor(Duration timeout) {
    boolean taken = false;
    boolean interrupted = false;
    try {
      taken = lock.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
      Thread.currentThread().interrupt();
    }
    if (!taken) {
      Batch other = open;
      throw new BatchTimeoutException(
          (interrupted ? "interrupted while waiting" : "waited " + timeout.toMillis() + " ms")
              + " for "
              + (other == null
                  ? "changes of another thread"
                  : "the batch that thread '"
                      + other.thread()
                      + "' has open since "
                      + other.since())
              + " (allowed: beginning again when it is closed)");
    }
  }
}
