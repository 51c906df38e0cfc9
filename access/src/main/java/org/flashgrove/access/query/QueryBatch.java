package org.flashgrove.access.query;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.access.SpatialSnapshot;

/**
 * A batch while it runs: its queries in parts, which threads take one after the other. The thread
 * that runs the batch delivers parts in order, and works while the next one is not done.
 */
final class QueryBatch {
  private static final int PART = 32;

  /** Parts that may be done and wait for an earlier one, a thread. */
  private static final int AHEAD = 8;

  private final List<SpatialSnapshot> snapshots;
  private final int queries;
  private final Question question;
  private final BatchNeighbourVisitor visitor;
  private final int parts;
  private final int ahead;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<Integer, FoundEntries> done = new HashMap<>();
  private int taken;
  private int delivered;
  private int running;
  private Throwable failure;

  /** Asks a query of a snapshot. */
  @FunctionalInterface
  interface Question {
    void ask(SpatialSnapshot snapshot, int query, FoundEntries found);
  }

  /**
   * A batch.
   *
   * @param snapshots of the same commit, one a thread
   */
  QueryBatch(
      List<SpatialSnapshot> snapshots,
      int queries,
      Question question,
      BatchNeighbourVisitor visitor) {
    this.snapshots = snapshots;
    this.queries = queries;
    this.question = question;
    this.visitor = visitor;
    parts = parts(queries);
    ahead = AHEAD * snapshots.size();
  }

  private static int parts(int queries) {
    return queries / PART + (queries % PART == 0 ? 0 : 1);
  }

  /** Returns how many threads have something to do. */
  static int mostThreads(int queries, int threads) {
    return Math.max(1, Math.min(threads, parts(queries)));
  }

  /** Runs it, and returns how many entries were found. */
  long run() {
    running = snapshots.size() - 1;
    for (int i = 1; i < snapshots.size(); i++) {
      SpatialSnapshot own = snapshots.get(i);
      Thread helper = new Thread(() -> help(own), "flashgrove-query");
      helper.setDaemon(true);
      helper.start();
    }
    try {
      return deliver();
    } catch (RuntimeException | Error e) {
      fail(e);
      throw e;
    } finally {
      awaitHelpers();
    }
  }

  private void help(SpatialSnapshot snapshot) {
    try {
      for (int part = take(true); part >= 0; part = take(true)) {
        work(snapshot, part);
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
   * @return negative if there is none, or the batch has failed
   */
  private int take(boolean waits) {
    lock.lock();
    try {
      while (waits && taken < parts && failure == null && taken - delivered >= ahead) {
        changed.awaitUninterruptibly();
      }
      boolean allowed = taken < parts && failure == null && taken - delivered < ahead;
      return allowed ? taken++ : -1;
    } finally {
      lock.unlock();
    }
  }

  private void work(SpatialSnapshot snapshot, int part) {
    FoundEntries found = new FoundEntries();
    int end = (int) Math.min(queries, (part + 1L) * PART);
    for (int query = part * PART; query < end; query++) {
      question.ask(snapshot, query, found);
    }
    lock.lock();
    try {
      done.put(part, found);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void fail(Throwable cause) {
    lock.lock();
    try {
      failure = failure == null ? cause : failure;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private long deliver() {
    long found = 0;
    for (int part = 0; part < parts; part++) {
      found += next(part).deliver(visitor);
      lock.lock();
      try {
        delivered++;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
    return found;
  }

  /** Returns what a part found; works on others until it is done. */
  private FoundEntries next(int part) {
    while (true) {
      lock.lock();
      try {
        rethrow();
        FoundEntries found = done.remove(part);
        if (found != null) {
          return found;
        }
      } finally {
        lock.unlock();
      }
      int own = take(false);
      if (own >= 0) {
        work(snapshots.get(0), own);
      } else {
        await(part);
      }
    }
  }

  private void await(int part) {
    lock.lock();
    try {
      while (failure == null && !done.containsKey(part)) {
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

  private void awaitHelpers() {
    lock.lock();
    try {
      while (running > 0) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }
}
