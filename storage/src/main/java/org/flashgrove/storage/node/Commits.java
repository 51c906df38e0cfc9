package org.flashgrove.storage.node;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.locks.Lock;

/**
 * The numbers of commits, and the snapshots that look at them. A commit's number is that of its log
 * frame.
 *
 * <p>Publishing a commit and taking a snapshot keep out of each other's way without a common lock:
 * who publishes says so first and looks for snapshots then; who takes a snapshot says so first and
 * looks then whether something is being published. One of the two sees the other.
 */
final class Commits {
  /** No snapshot is live. */
  static final long NONE = -1;

  private final Lock lock;

  /** Odd while a commit is being published. */
  private volatile long publications;

  private volatile long newest;
  private volatile NodeSnapshot[] snapshots = new NodeSnapshot[0];

  /**
   * Commits of a store.
   *
   * @param lock held while a commit is published
   */
  Commits(Lock lock) {
    this.lock = lock;
  }

  /** Number of the newest published commit. */
  long newest() {
    return newest;
  }

  /** Says which commit the log ends with. */
  void opened(long frame) {
    newest = frame;
  }

  /** Begins publishing: from now on no snapshot is taken until {@link #published}. */
  void publishing() {
    publications++; // by one thread at a time
    VarHandle.fullFence(); // nothing of the commit shows before
  }

  /** Ends publishing. */
  void published() {
    publications++;
  }

  /** Names the commit that is being published. */
  void publish(long frame) {
    newest = frame;
  }

  /** An even number that changes with the next commit; waits while one is being published. */
  long settled() {
    while (true) {
      long now = publications;
      if ((now & 1) == 0) {
        return now;
      }
      lock.lock();
      lock.unlock();
    }
  }

  /** Whether no commit was published since {@link #settled} gave a number. */
  boolean isStill(long settled) {
    return publications == settled;
  }

  /** Leases a snapshot of a node store that is not in use, or makes one. */
  NodeSnapshot lease(LoggedNodeStore store) {
    for (NodeSnapshot snapshot : snapshots) {
      if (snapshot.store() == store && snapshot.lease(newest)) {
        return snapshot;
      }
    }
    NodeSnapshot added = new NodeSnapshot(store, newest);
    synchronized (this) {
      NodeSnapshot[] more = Arrays.copyOf(snapshots, snapshots.length + 1);
      more[more.length - 1] = added;
      snapshots = more;
    }
    return added;
  }

  /** All snapshots ever leased; those not in use included. */
  NodeSnapshot[] snapshots() {
    return snapshots;
  }

  /** Number of the newest commit that a live snapshot looks at, or {@link #NONE}. */
  long newestLive() {
    long most = NONE;
    for (NodeSnapshot snapshot : snapshots) {
      most = Math.max(most, snapshot.frame());
    }
    return most;
  }

  /** Number of the oldest commit that a live snapshot looks at, or {@link Long#MAX_VALUE}. */
  long oldestLive() {
    long least = Long.MAX_VALUE;
    for (NodeSnapshot snapshot : snapshots) {
      long frame = snapshot.frame();
      least = frame < 0 ? least : Math.min(least, frame);
    }
    return least;
  }
}
