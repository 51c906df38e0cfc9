package org.flashgrove.storage.log;

import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.log.SyncedLog;
import org.flashgrove.storage.log.commit.Commits;
import org.flashgrove.storage.log.commit.GroupCommit;

/** When the commits of a store become durable, and who waits for that. */
final class Durability {
  /**
   * Longest time in milliseconds that a thread with an immediately durable commit waits for other
   * threads to share its sync.
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

  /** Serves a store by its log, or its checkpoints if commits are not logged. */
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

  /** Begins to sync in the background, if the mode says so. */
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

  /** Returns the number of the newest frame known to be durable. */
  long durableFrame() {
    return logsCommits() ? log.durableFrame() : checkpoints.settledCommit();
  }

  /** Waits until a commit is durable; syncs if nothing else does. */
  void await(long frame) {
    if (durableFrame() >= frame) {
      return; // even if the store was closed since
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
   * Waits for the thread that closes the store and makes commits durable; returns whether it did so
   * for this one.
   */
  private boolean isDurableOnceClosed(long frame) {
    commitLock.lock();
    commitLock.unlock();
    return durableFrame() >= frame;
  }

  /** Performs the actions of the sync mode for the last commit, except waiting. */
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
   * Waits, if the mode says so, until the commits so far are durable. Of the threads that wait at
   * the same time one syncs for all.
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

  /** Makes all commits so far durable. */
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

  /** Ends syncing in the background, with a last sync if nothing has failed. */
  void close(boolean syncs) {
    if (group != null) {
      group.close(syncs);
    }
  }
}
