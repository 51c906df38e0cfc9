package org.flashgrove.storage.log;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.locks.Lock;
import java.util.function.LongFunction;

/**
 * The numbers of commits, and the snapshots that look at them. A commit's number is that of its log
 * frame.
 *
 * <p>Publishing a commit and taking a snapshot keep out of each other's way without a common lock:
 * who publishes says so first and looks for snapshots then; who takes a snapshot says so first and
 * looks then whether something is being published. One of the two sees the other.
 */
public final class Commits {
  /** No snapshot is live. */
  public static final long NONE = -1;

  private final Lock lock;

  /** Odd while a commit is being published. */
  private volatile long publications;

  private volatile long newest;
  private volatile CommitLease[] leases = new CommitLease[0];

  /**
   * Commits of a store.
   *
   * @param lock held while a commit is published
   */
  Commits(Lock lock) {
    this.lock = lock;
  }

  /** Number of the newest published commit. */
  public long newest() {
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
  public long settled() {
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
  public boolean isStill(long settled) {
    return publications == settled;
  }

  /**
   * Takes a lease of a structure's that is not in use, or makes one.
   *
   * @param maker makes a lease in use, of the commit of a number
   */
  @SuppressWarnings("unchecked") // all leases of an owner come from its maker
  public <L extends CommitLease> L lease(Object owner, LongFunction<L> maker) {
    for (CommitLease known : leases) {
      if (known.owner() == owner && known.lease(newest)) {
        return (L) known;
      }
    }
    L added = maker.apply(newest);
    synchronized (this) {
      CommitLease[] more = Arrays.copyOf(leases, leases.length + 1);
      more[more.length - 1] = added;
      leases = more;
    }
    return added;
  }

  /** All leases ever taken; those not in use included. */
  public CommitLease[] leases() {
    return leases;
  }

  /** Number of the newest commit that a live snapshot looks at, or {@link #NONE}. */
  long newestLive() {
    long most = NONE;
    for (CommitLease lease : leases) {
      most = Math.max(most, lease.frame());
    }
    return most;
  }

  /** Number of the oldest commit that a live snapshot looks at, or {@link Long#MAX_VALUE}. */
  long oldestLive() {
    long least = Long.MAX_VALUE;
    for (CommitLease lease : leases) {
      long frame = lease.frame();
      least = frame < 0 ? least : Math.min(least, frame);
    }
    return least;
  }
}
