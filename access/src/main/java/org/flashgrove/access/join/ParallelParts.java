package org.flashgrove.access.join;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Distributes work over threads. Each thread takes one part at a time, so all threads stay busy.
 * The consuming thread receives the results in the order of the parts. While the next result is not
 * finished, the consuming thread processes parts itself. The number of finished parts in memory is
 * bounded. A part whose result would be too large is processed in pieces.
 *
 * @param <P> a part of the work
 * @param <R> the result of a part
 */
public final class ParallelParts<P, R> implements AutoCloseable {
  /** Maximum number of undelivered parts for each thread. */
  private static final int AHEAD = 8;

  private final Source<P> source;
  private final Work<P, R> work;
  private final int ahead;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<Long, Outcome<P, R>> done = new HashMap<>();

  /**
   * Unprocessed rest of the part whose piece was delivered last, or null if that part is complete.
   */
  private @Nullable P rest;

  private long taken;
  private long delivered;
  private int running;
  private boolean isReading;
  private boolean ended;
  private boolean isClosed;
  private @Nullable Throwable failure;

  @FunctionalInterface
  public interface Source<P> {
    /**
     * Returns the next part, or null after the last one. Calls come from different threads, but
     * never two at the same time.
     */
    @Nullable P next();
  }

  /** Task that each thread runs on one part after another. Threads run it at the same time. */
  @FunctionalInterface
  public interface Work<P, R> {
    /**
     * Processes a part, or only its first piece if the result of the whole part would be too large.
     *
     * @param thread number of the thread, from 0; selects the objects that belong to one thread
     */
    Outcome<P, R> of(int thread, P part);
  }

  /**
   * The result of a part, or of its first piece.
   *
   * @param rest the rest of the part, processed after the result was delivered; or null
   */
  public record Outcome<P, R>(R result, @Nullable P rest) {
    /** Returns the result of a complete part. */
    public static <P, R> Outcome<P, R> whole(R result) {
      return new Outcome<>(result, null);
    }
  }

  /** A part and its position in the sequence of all parts. */
  private record Taken<P>(long number, P part) {}

  /**
   * Starts the threads.
   *
   * @param threads number of threads, including the consuming thread
   */
  public ParallelParts(int threads, Source<P> source, Work<P, R> work) {
    this.source = source;
    this.work = work;
    ahead = AHEAD * threads;
    try {
      for (int i = 1; i < threads; i++) {
        start(i);
      }
    } catch (RuntimeException | Error e) { // the system refuses a thread
      close();
      throw e;
    }
  }

  private void start(int number) {
    Thread helper = new Thread(() -> help(number), "flashgrove-query");
    helper.setDaemon(true);
    lock.lock();
    try {
      helper.start(); // its end has to wait for the lock
      running++;
    } finally {
      lock.unlock();
    }
  }

  private void help(int thread) {
    try {
      for (Taken<P> part = take(true); part != null; part = take(true)) {
        work(thread, part);
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    } finally {
      lock.lock();
      try {
        running--;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Takes the next part.
   *
   * @param waits whether to wait while too many results are finished but not delivered; otherwise
   *     returns null in this case
   * @return null if there is no part to take
   */
  private @Nullable Taken<P> take(boolean waits) {
    lock.lock();
    try {
      while (waits && !ended && rest == null && !mayRead()) {
        changed.awaitUninterruptibly();
      }
      P again = rest;
      if (again != null) {
        rest = null;
        return new Taken<>(delivered, again);
      }
      if (ended || !mayRead()) {
        return null;
      }
      isReading = true;
    } finally {
      lock.unlock();
    }
    return ofSource();
  }

  private boolean mayRead() {
    return !isReading && taken - delivered < ahead;
  }

  /**
   * Takes a part from the source. Meanwhile the other threads work and results are delivered, but
   * no thread calls the source, not even after this call has failed.
   */
  private @Nullable Taken<P> ofSource() {
    P part;
    try {
      part = source.next();
    } catch (RuntimeException | Error e) {
      fail(e);
      throw e;
    }
    lock.lock();
    try {
      isReading = false;
      changed.signalAll();
      if (part == null || ended) {
        ended = true;
        return null;
      }
      return new Taken<>(taken++, part);
    } finally {
      lock.unlock();
    }
  }

  private void work(int thread, Taken<P> part) {
    Outcome<P, R> result = work.of(thread, part.part);
    lock.lock();
    try {
      done.put(part.number, result);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void fail(Throwable cause) {
    lock.lock();
    try {
      failure = failure == null ? cause : failure;
      ended = true;
      rest = null;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the result of the next part, or null at the end. The result that the previous call
   * returned becomes invalid.
   *
   * @throws RuntimeException if source or work threw it on any thread
   * @throws IllegalStateException after {@link #close}
   */
  public @Nullable R next() {
    try {
      while (true) {
        lock.lock();
        try {
          rethrow();
          Outcome<P, R> outcome = done.remove(delivered);
          if (outcome != null) {
            rest = outcome.rest;
            delivered += rest == null ? 1 : 0;
            changed.signalAll();
            return outcome.result;
          }
          if (ended && delivered == taken) {
            return null;
          }
        } finally {
          lock.unlock();
        }
        Taken<P> own = take(false);
        if (own != null) {
          work(0, own);
        } else {
          awaitNext();
        }
      }
    } catch (RuntimeException | Error e) {
      fail(e);
      throw e;
    }
  }

  private void awaitNext() {
    lock.lock();
    try {
      while (failure == null
          && !isClosed
          && !done.containsKey(delivered)
          && (ended ? delivered != taken : !mayRead())) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private void rethrow() {
    if (isClosed) {
      throw new IllegalStateException("cursor: is closed; open a new cursor");
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  /** Stops the work and waits until all threads have ended. */
  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      ended = true;
      rest = null;
      changed.signalAll();
      while (running > 0) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }
}
