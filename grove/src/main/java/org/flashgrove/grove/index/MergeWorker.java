package org.flashgrove.grove.index;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.failure.StoreClosedException;

/**
 * A thread that merges beside changes and queries. It reads and writes pages without the store's
 * lock, and takes that to begin a merge, to take a block, and for the edit at the end. A change
 * that would find no room does some of the steps itself, so that memory is never exceeded, however
 * slow the worker is.
 *
 * <p>The thread is there while there is work, and a little longer.
 */
public final class MergeWorker {
  /** Merge work for a worker. The caller ensures that steps do not overlap. */
  public interface Merges {
    /**
     * Does the next step of what runs, without the store's lock, unless that is needed next.
     *
     * @return pages read and written by the step; -1 if there was none
     */
    long stepBeside();

    /** Makes durable what was written by a merge that is about to end, without that lock. */
    void syncWritten();

    /**
     * Does what needs the store's lock, with it: ends what runs or takes a block for it, or begins
     * what comes next.
     *
     * @return whether there is something to go on with
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

  // Under the store's lock.
  private Thread thread;
  private boolean idle;

  /**
   * Creates a worker, which sleeps.
   *
   * @param rate most bytes of pages that it reads and writes in a second
   */
  public MergeWorker(ComponentStore store, Merges merges, long rate) {
    this.store = store;
    this.merges = merges;
    limit = new RateLimit(rate);
  }

  /** Has the worker look for work; under the store's lock. */
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

  /** Returns whether the worker may do something meanwhile; under the store's lock. */
  public boolean isAwake() {
    return thread != null;
  }

  /** Refuses to go on with a job that has failed. */
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
      closed = true; // the next use of the store reports it
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      failure = new IllegalStateException("a merge ended: " + e, e);
      throw e;
    }
  }

  private void pause(long pages) {
    long nanos = limit.pause(pages * store.pageSize(), System.nanoTime());
    if (nanos >= LEAST_PAUSE_NANOS) {
      LockSupport.parkNanos(nanos);
    }
  }

  /** Does what needs the store's lock; returns whether there is something to go on with. */
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

  /** Waits until there may be work; returns whether there is, or the thread ends. */
  private boolean await() {
    try {
      if (wanted.tryAcquire(LINGER_SECONDS, TimeUnit.SECONDS)) {
        return true;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // ends below, unless there is work
    }
    boolean[] ends = {false};
    store.maintain(
        () -> {
          ends[0] = idle;
          thread = idle ? null : thread;
        });
    return !ends[0];
  }

  /** Ends the thread, after the step that it is at. */
  public void close() {
    closed = true;
    wanted.release();
  }
}
