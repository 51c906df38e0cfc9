package org.flashgrove.access.join;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Work that is divided into parts, which threads take one by one, so that they are equally busy
 * whatever a part costs. The consuming thread receives results in the order of the parts and works
 * itself while the next result is missing. A bounded number of finished parts is kept. A part whose
 * result would be too large is processed in pieces.
 *
 * @param <P> a part
 * @param <R> what comes of one
 */
public final class ParallelParts<P, R> implements AutoCloseable {
  /** Parts that may be taken and not delivered, a thread. */
  private static final int AHEAD = 8;

  private final Source<P> source;
  private final Work<P, R> work;
  private final int ahead;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<Long, Outcome<P, R>> done = new HashMap<>();

  /** The rest of the part whose first piece was delivered last. */
  private @Nullable P rest;

  private long taken;
  private long delivered;
  private int running;
  private boolean ended;
  private @Nullable Throwable failure;

  /** Gives parts. */
  @FunctionalInterface
  public interface Source<P> {
    /** Returns the next part, or null behind the last. By one thread at a time, not always one. */
    @Nullable P next();
  }

  /** Does a part. */
  @FunctionalInterface
  public interface Work<P, R> {
    /**
     * Does a part, or its first piece.
     *
     * @param thread number of the thread, from 0 on: what is its own is found by it
     */
    Outcome<P, R> of(int thread, P part);
  }

  /**
   * The result of a part, or of its first piece.
   *
   * @param rest the rest of the part, which is done when the result has been delivered, or null
   */
  public record Outcome<P, R>(R result, @Nullable P rest) {
    /** Returns the result of a whole part. */
    public static <P, R> Outcome<P, R> whole(R result) {
      return new Outcome<>(result, null);
    }
  }

  /** A part and its number. */
  private record Taken<P>(long number, P part) {}

  /**
   * Starts the threads.
   *
   * @param threads how many work, with the one that asks for results
   */
  public ParallelParts(int threads, Source<P> source, Work<P, R> work) {
    this.source = source;
    this.work = work;
    ahead = AHEAD * threads;
    running = threads - 1;
    for (int i = 1; i < threads; i++) {
      int number = i;
      Thread helper = new Thread(() -> help(number), "flashgrove-query");
      helper.setDaemon(true);
      helper.start();
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
   * @param waits whether the thread waits while too many parts wait for an earlier one
   * @return null if there is none
   */
  private @Nullable Taken<P> take(boolean waits) {
    lock.lock();
    try {
      while (waits && !ended && rest == null && taken - delivered >= ahead) {
        changed.awaitUninterruptibly();
      }
      P again = rest;
      if (again != null) {
        rest = null;
        return new Taken<>(delivered, again);
      }
      P part = ended || taken - delivered >= ahead ? null : ofSource();
      if (part == null) {
        ended |= taken - delivered < ahead;
        return null;
      }
      return new Taken<>(taken++, part);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Asks the source for a part; under the lock, so that no thread asks it again after a failure.
   */
  private @Nullable P ofSource() {
    try {
      return source.next();
    } catch (RuntimeException | Error e) {
      fail(e);
      throw e;
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
   * Returns the result of the next part, or null at the end. The previous result becomes invalid.
   *
   * @throws RuntimeException what source or work threw on any thread
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
      while (failure == null && !done.containsKey(delivered) && !(ended && delivered == taken)) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  private void rethrow() {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  /** Ends the work, and returns when the threads have ended. */
  @Override
  public void close() {
    lock.lock();
    try {
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
