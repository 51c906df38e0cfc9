package org.flashgrove.grove.index;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.failure.StoreClosedException;

/**
 * Background thread that runs merges concurrently with changes and queries. It reads and writes
 * pages without the store lock. It acquires this lock to begin a merge, to allocate a block, and to
 * log that new blocks replace old ones. If the worker is too slow, a change that finds no room runs
 * steps itself, so memory limits always hold.
 *
 * <p>The thread ends after a short time without work.
 */
public final class MergeWorker {
  /** Merges that a worker runs. The implementation ensures that steps do not overlap. */
  public interface Merges {
    /**
     * Runs the next step of the running merge, unless the step needs the store lock. The caller
     * must not hold that lock.
     *
     * @return number of pages read and written, or -1 if no step ran
     */
    long stepBeside();

    /**
     * If a merge is about to end, makes its blocks durable. The caller must not hold the store
     * lock.
     */
    void syncWritten();

    /**
     * Does work that needs the store lock: ends a merge, allocates a block, or begins the next
     * merge. The caller must hold the store lock.
     *
     * @return whether there is more work
     */
    boolean prepare();
  }

  private static final long LINGER_SECONDS = 1;
  private static final long LEAST_PAUSE_NANOS = 1_000_000;

  private final ComponentStore store;
  private final Merges merges;
  private final RateLimit limit;
  private final Semaphore wanted = new Semaphore(0);
  private volatile RuntimeException failure;
  private volatile boolean closed;

  // Guarded by the store lock.
  private Thread thread;
  private boolean idle;

  /**
   * Creates a worker. {@link #wake} starts its thread.
   *
   * @param rate maximum bytes of pages read and written per second
   */
  public MergeWorker(ComponentStore store, Merges merges, long rate) {
    this.store = store;
    this.merges = merges;
    limit = new RateLimit(rate);
  }

  /**
   * Makes the worker check whether there is a merge to run, and starts its thread if necessary. The
   * caller must hold the store lock.
   */
  public void wake() {
    requireSound();
    if (thread == null) {
      idle = false;
      thread = new Thread(this::run, "flashgrove-merges");
      thread.setDaemon(true);
      thread.start();
    } else if (idle) {
      idle = false;
      wanted.release();
    }
  }

  /**
   * Returns whether the worker has a thread, which may run steps concurrently with the caller. The
   * caller must hold the store lock.
   */
  public boolean isAwake() {
    return thread != null;
  }

  /** Throws the exception that ended the worker's thread, if there was one. */
  public void requireSound() {
    if (failure != null) {
      throw failure;
    }
  }

  private void run() {
    try {
      while (!closed) {
        long moved = merges.stepBeside();
        if (moved >= 0) {
          pause(moved);
        } else if (!prepare() && !await()) {
          return;
        }
      }
    } catch (StoreClosedException e) {
      closed = true; // the next use of the store throws this exception
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      failure =
          new IllegalStateException(
              "merge: its thread ended with " + e + "; close the store and open it again", e);
      throw e;
    }
  }

  private void pause(long pages) {
    long nanos = limit.pause(pages * store.pageSize(), System.nanoTime());
    if (nanos >= LEAST_PAUSE_NANOS) {
      LockSupport.parkNanos(nanos);
    }
  }

  /** Does work that needs the store lock. Returns whether there is more work. */
  private boolean prepare() {
    merges.syncWritten();
    boolean[] isRunning = {false};
    store.maintain(
        () -> {
          isRunning[0] = merges.prepare();
          idle = !isRunning[0];
        });
    return isRunning[0];
  }

  /** Waits for work. Returns false if the thread should end. */
  private boolean await() {
    try {
      if (wanted.tryAcquire(LINGER_SECONDS, TimeUnit.SECONDS)) {
        return true;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the thread ends below unless there is work
    }
    boolean[] ends = {false};
    store.maintain(
        () -> {
          ends[0] = idle;
          thread = idle ? null : thread;
        });
    return !ends[0];
  }

  /** Stops the thread after its current step. */
  public void close() {
    closed = true;
    wanted.release();
  }
}
