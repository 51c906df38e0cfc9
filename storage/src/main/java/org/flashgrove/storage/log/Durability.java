package org.flashgrove.storage.log;

import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.log.SyncedLog;
import org.flashgrove.storage.log.commit.Commits;
import org.flashgrove.storage.log.commit.GroupCommit;

/**
 * Makes the commits of a store durable as its {@link SyncMode} requires, and lets threads wait
 * until a commit is durable.
 */
final class Durability {
  /**
   * Longest time in milliseconds that a thread waits for other threads to share its sync, in {@link
   * SyncMode.Kind#OP}.
   */
  private static final int MOST_MILLIS_FOR_OTHERS = 5;

  private final SyncedLog log;
  private final SyncMode sync;
  private final Checkpoints checkpoints;
  private final Commits commits;
  private final StoreCondition condition;
  private final ReentrantLock commitLock;
  private GroupCommit group;
  private Runnable afterCommit;

  /**
   * Creates an object that makes commits durable by syncing the log, or by checkpoints if commits
   * are not logged.
   */
  Durability(
      SyncedLog log,
      SyncMode sync,
      Checkpoints checkpoints,
      Commits commits,
      StoreCondition condition,
      ReentrantLock commitLock) {
    this.log = log;
    this.sync = sync;
    this.checkpoints = checkpoints;
    this.commits = commits;
    this.condition = condition;
    this.commitLock = commitLock;
  }

  void afterCommit(Runnable action) {
    afterCommit = action;
  }

  /** Starts background syncs if the sync mode is {@link SyncMode.Kind#GROUP}. */
  void opened() {
    if (sync.kind() == SyncMode.Kind.GROUP) {
      group = new GroupCommit(log, sync.millis());
      group.start();
    } else if (waitsForEach()) {
      group = new GroupCommit(log, MOST_MILLIS_FOR_OTHERS);
    }
  }

  private boolean waitsForEach() {
    return sync.kind() == SyncMode.Kind.OP;
  }

  private boolean logsCommits() {
    return sync.kind() != SyncMode.Kind.BARRIER;
  }

  /** Returns the number of the newest frame that is known to be durable. */
  long durableFrame() {
    return logsCommits() ? log.durableFrame() : checkpoints.settledCommit();
  }

  /** Waits until a commit is durable. If no other thread syncs the log, this thread does. */
  void await(long frame) {
    if (durableFrame() >= frame) {
      return; // succeeds even if the store was closed meanwhile
    }
    try {
      condition.requireUsable();
      if (group != null) {
        group.await(frame);
      } else {
        makeAllDurable();
      }
    } catch (RuntimeException e) {
      if (condition.isClosed() && isDurableOnceClosed(frame)) {
        return;
      }
      throw condition.fail(e);
    }
  }

  /**
   * Called if another thread is closing the store. Waits until the store is closed, and then
   * returns whether commit {@code frame} is durable.
   */
  private boolean isDurableOnceClosed(long frame) {
    commitLock.lock();
    commitLock.unlock();
    return durableFrame() >= frame;
  }

  /**
   * Called after a commit. In the mode {@link SyncMode.Kind#GROUP}, schedules a background sync. In
   * each mode except {@link SyncMode.Kind#OP}, runs the action that follows each commit. Does not
   * wait until the commit is durable.
   */
  void committed() {
    if (waitsForEach()) {
      return;
    }
    try {
      if (group != null) {
        group.committed();
      }
      runAfterCommit();
    } catch (RuntimeException e) {
      throw condition.fail(e);
    }
  }

  private void runAfterCommit() {
    if (afterCommit != null) {
      afterCommit.run();
    }
  }

  /**
   * Waits until all commits made before this call are durable. Returns at once if the sync mode
   * does not make each commit durable. If several threads wait, one of them syncs for all.
   */
  void awaitDurable() {
    if (!waitsForEach()) {
      return;
    }
    await(commits.newest());
    try {
      runAfterCommit();
    } catch (RuntimeException e) {
      throw condition.fail(e);
    }
  }

  /** Makes all commits durable that were made before this call. */
  void makeAllDurable() {
    if (logsCommits()) {
      log.sync();
      return;
    }
    commitLock.lock();
    try {
      if (checkpoints.settledCommit() < commits.newest()) {
        condition.requireUsable();
        checkpoints.settle();
      }
    } finally {
      commitLock.unlock();
    }
  }

  /**
   * Stops background syncs.
   *
   * @param syncs whether to sync a last time; false after a failure
   */
  void close(boolean syncs) {
    if (group != null) {
      group.close(syncs);
    }
  }
}
