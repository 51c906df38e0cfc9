package org.flashgrove.storage.log;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.component.CommitQueue;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.log.SyncedLog;
import org.flashgrove.storage.log.commit.Commits;

/**
 * Commits of the only structure of a store that wait to be logged and applied together. Snapshots
 * see a queued commit. Its number is that of the frame that it gets, so no other frame may be
 * appended before the queue is applied.
 *
 * <p>The caller holds the commit lock.
 */
final class DeferredCommits {
  /** Time that a syncing thread waits for the commit lock before it tries again. */
  private static final long NANOS_BETWEEN_LOOKS = 20_000;

  private final AppendLog log;
  private final StructureList structures;
  private final Commits commits;
  private final Publisher publisher;
  private final StoreCondition condition;
  private final ReentrantLock commitLock;
  private final ReentrantLock lock;

  /** The structure whose commits wait; null if none waits. */
  private Committable part;

  private volatile CommitQueue waiting;

  /**
   * Creates an empty queue.
   *
   * @param commitLock the commit lock
   * @param lock the store lock
   */
  DeferredCommits(
      AppendLog log,
      StructureList structures,
      Commits commits,
      Publisher publisher,
      StoreCondition condition,
      ReentrantLock commitLock,
      ReentrantLock lock) {
    this.log = log;
    this.structures = structures;
    this.commits = commits;
    this.publisher = publisher;
    this.condition = condition;
    this.commitLock = commitLock;
    this.lock = lock;
  }

  /** Queues a commit of the structure whose commits wait; returns false if there is no room. */
  boolean offer(long[] words, int length) {
    CommitQueue room = waiting;
    if (room == null || !room.hasRoom(length)) {
      return false;
    }
    add(room, words, length);
    return true;
  }

  private void add(CommitQueue room, long[] words, int length) {
    commits.publishing();
    room.add(words, length);
    commits.publishWaiting(commits.committed() + 1);
    commits.published();
  }

  /**
   * Queues the first commit. The queue is empty.
   *
   * @return false if nothing was done, because the commit cannot wait
   */
  boolean start(Committable first, long[] words, int length) {
    if (structures.present().size() > 1) {
      return false; // pages of another one may be logged meanwhile
    }
    structures.requireThere(first);
    CommitQueue room;
    lock.lock();
    try {
      room = first.startWaiting();
    } finally {
      lock.unlock();
    }
    if (room == null || !room.hasRoom(length)) {
      return false;
    }
    commits.publishWaiting(log.lastFrame()); // from here on frames are those of commits that wait
    part = first;
    waiting = room;
    add(room, words, length);
    return true;
  }

  /** Logs and applies the commits that wait, if there are any. */
  void apply() {
    Committable queued = part;
    if (queued == null || condition.isRefusing()) {
      return;
    }
    try {
      if (log.lastFrame() + waiting.commits() != commits.committed()) {
        throw new IllegalStateException("a frame came before commits that waited for the log");
      }
      lock.lock();
      try {
        queued.openWaiting();
        publisher.publish(queued);
        queued.operation().close();
      } finally {
        lock.unlock();
      }
      part = null;
      waiting = null;
      publisher.finish();
    } catch (RuntimeException e) {
      throw condition.fail(e);
    } catch (Error e) {
      throw condition.fail(e);
    }
  }

  /** Returns the log of the store, queued commits included: a sync applies them first. */
  SyncedLog log() {
    return new WholeLog();
  }

  private final class WholeLog implements SyncedLog {
    /** Syncs the commits so far. Commits that are queued during the sync need not be in the log. */
    @Override
    public void sync() {
      long wanted = commits.committed();
      while (waiting != null && log.lastFrame() < wanted && !condition.isRefusing()) {
        if (commitLock.tryLock()) { // not lock: a holder may wait for the end of this thread
          try {
            apply();
          } finally {
            commitLock.unlock();
          }
        } else {
          LockSupport.parkNanos(this, NANOS_BETWEEN_LOOKS);
        }
      }
      log.sync();
    }

    @Override
    public long durableFrame() {
      return log.durableFrame();
    }

    @Override
    public long lastFrame() {
      return Math.max(log.lastFrame(), commits.committed());
    }
  }
}
