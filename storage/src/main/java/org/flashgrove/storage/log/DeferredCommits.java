package org.flashgrove.storage.log;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.component.CommitQueue;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.log.SyncedLog;
import org.flashgrove.storage.log.commit.Commits;

/**
 * Queue of commits that are logged and applied together. It is used only while the store has a
 * single structure. Snapshots see queued commits before these are logged. A queued commit already
 * has the number of its future log frame. The queue must therefore be applied before any other
 * frame is appended.
 *
 * <p>The caller holds the commit lock.
 */
final class DeferredCommits {
  /**
   * Time in nanoseconds after which a thread that syncs tries again to acquire the commit lock, if
   * another thread holds the lock.
   */
  private static final long NANOS_BETWEEN_LOOKS = 20_000;

  private final AppendLog log;
  private final StructureList structures;
  private final Commits commits;
  private final Publisher publisher;
  private final StoreCondition condition;
  private final ReentrantLock commitLock;
  private final ReentrantLock lock;

  /** The structure with queued commits, or null if the queue is empty. */
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
      Publisher publisher,
      ReentrantLock commitLock,
      ReentrantLock lock) {
    this.log = log;
    this.structures = structures;
    commits = publisher.commits();
    this.publisher = publisher;
    condition = publisher.condition();
    this.commitLock = commitLock;
    this.lock = lock;
  }

  /**
   * Adds a commit to the queue if the queue is not empty. Returns false if the queue is empty or
   * has no room.
   */
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
   * Starts a queue with a commit. The queue must be empty.
   *
   * @return false if the commit cannot be queued; nothing has changed then
   */
  boolean start(Committable first, long[] words, int length) {
    if (structures.present().size() > 1) {
      return false; // another structure may append page frames to the log meanwhile
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
    // from here on commit numbers are the numbers of future frames
    commits.publishWaiting(log.lastFrame());
    part = first;
    waiting = room;
    add(room, words, length);
    return true;
  }

  /** Logs and applies the queued commits, if there are any. */
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

  /**
   * Returns a view of the log that includes queued commits. Syncing the view applies them first.
   */
  SyncedLog log() {
    return new WholeLog();
  }

  private final class WholeLog implements SyncedLog {
    /**
     * Makes all commits durable that were made before this call. Commits that are queued during the
     * call need not be durable when the call returns.
     */
    @Override
    public void sync() {
      long wanted = commits.committed();
      while (waiting != null && log.lastFrame() < wanted && !condition.isRefusing()) {
        // tryLock, because the lock's holder may wait for this thread to end
        if (commitLock.tryLock()) {
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
