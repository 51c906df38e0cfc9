package org.flashgrove.storage.log.commit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.locks.Lock;
import java.util.function.LongFunction;

/**
 * Keeps the commit numbers of a store and the leases of its snapshots. A commit's number is the
 * number of its log frame.
 *
 * <p>Publishing a commit and taking a snapshot need no common lock. A publishing thread first
 * announces the commit ({@link #publishing}) and then looks for snapshots. A thread that takes a
 * snapshot first acquires a lease and then checks whether a commit is being published. At least one
 * of the two threads therefore notices the other.
 */
public final class Commits {
  /** Value that means that no snapshot is live. */
  public static final long NONE = -1;

  private static final VarHandle PUBLICATIONS;
  private static final VarHandle NEWEST;
  private static final VarHandle COMMITTED;

  static {
    try {
      PUBLICATIONS =
          MethodHandles.lookup().findVarHandle(Commits.class, "publications", long.class);
      NEWEST = MethodHandles.lookup().findVarHandle(Commits.class, "newest", long.class);
      COMMITTED = MethodHandles.lookup().findVarHandle(Commits.class, "committed", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Number of entries of {@link #usualLeases}. Threads share an entry if their hashes are equal.
   */
  private static final int USUAL_LEASES = 64;

  /**
   * Number of leases that a structure has before threads reuse free leases of other threads. With
   * fewer leases, a thread without a lease of its own gets a new lease.
   */
  private static final int LEAST_LEASES = 2 * Runtime.getRuntime().availableProcessors();

  private final Lock lock;

  /** The lease that each thread used last, at the index given by a hash of thread and structure. */
  private final CommitLease[] usualLeases = new CommitLease[USUAL_LEASES];

  /** Odd while a commit is being published. */
  private volatile long publications;

  private volatile long newest;

  /** Number of the newest commit, including queued commits. */
  private volatile long committed;

  private volatile CommitLease[] leases = new CommitLease[0];

  /**
   * Creates the object for a store that has no commits yet.
   *
   * @param lock held while a commit is published
   */
  public Commits(Lock lock) {
    this.lock = lock;
  }

  /** Returns the number of the newest commit that is logged and applied. */
  public long newest() {
    return newest;
  }

  /** Returns the number of the newest commit, including queued commits. */
  public long committed() {
    return committed;
  }

  /** Sets the newest commit after the log was replayed. */
  public void opened(long frame) {
    newest = frame;
    committed = frame;
  }

  /**
   * Announces that a commit is about to be published. No snapshot is taken until {@link #published}
   * is called.
   */
  public void publishing() {
    // One thread at a time calls this. The fence orders it before all reads of leases.
    PUBLICATIONS.setOpaque(this, (long) PUBLICATIONS.get(this) + 1);
    VarHandle.fullFence();
  }

  /** Ends the publication of a commit, so that snapshots can be taken again. */
  public void published() {
    PUBLICATIONS.setRelease(this, (long) PUBLICATIONS.get(this) + 1);
  }

  /** Sets the number of the commit that is being published. */
  public void publish(long frame) {
    NEWEST.setRelease(this, frame); // published() makes this visible at the latest
    COMMITTED.setRelease(this, frame);
  }

  /** Sets the number of the commit that is being queued. Snapshots see this commit from now on. */
  public void publishWaiting(long frame) {
    COMMITTED.setRelease(this, frame);
  }

  /**
   * Returns an even number that changes when a commit is published. Waits while a commit is being
   * published.
   */
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

  /** Returns whether no commit was published since {@link #settled} returned {@code settled}. */
  public boolean isStill(long settled) {
    return publications == settled;
  }

  /**
   * Acquires a lease for a snapshot. The lease is the one that this thread used last, another free
   * lease, or a new one. Concurrent threads use different leases, so that no thread writes memory
   * that another thread reads.
   *
   * @param owner the structure
   * @param maker creates a lease that is in use, given the number of a commit
   */
  @SuppressWarnings("unchecked") // all leases of an owner come from its maker
  public <L extends CommitLease> L lease(Object owner, LongFunction<L> maker) {
    long thread = Thread.currentThread().getId();
    int place = (int) thread + System.identityHashCode(owner) & USUAL_LEASES - 1;
    CommitLease usual = usualLeases[place];
    boolean own = usual != null && usual.owner() == owner;
    if (own && usual.lease(newest)) {
      return (L) usual;
    }
    CommitLease[] all = leases;
    int owned = 0;
    for (CommitLease known : all) {
      owned += known.owner() == owner ? 1 : 0;
    }
    CommitLease taken = own || owned >= LEAST_LEASES ? idle(all, owner, (int) thread) : null;
    if (taken == null) {
      taken = maker.apply(newest);
      synchronized (this) {
        CommitLease[] more = Arrays.copyOf(leases, leases.length + 1);
        more[more.length - 1] = taken;
        leases = more;
      }
    }
    if (!own) {
      usualLeases[place] = taken; // a lost race only costs another search
    }
    return (L) taken;
  }

  /**
   * Acquires a free lease of a structure, or returns null. Threads start their search at different
   * indices.
   */
  private CommitLease idle(CommitLease[] all, Object owner, int thread) {
    for (int i = 0; i < all.length; i++) {
      CommitLease known = all[Math.floorMod(thread + i, all.length)];
      if (known.owner() == owner && known.lease(newest)) {
        return known;
      }
    }
    return null;
  }

  /** Returns all leases ever created, including free ones. */
  public CommitLease[] leases() {
    return leases;
  }

  /** Returns the number of the newest commit that a live snapshot reads, or {@link #NONE}. */
  public long newestLive() {
    long most = NONE;
    for (CommitLease lease : leases) {
      most = Math.max(most, lease.frame());
    }
    return most;
  }

  /**
   * Returns the number of the oldest commit that a live snapshot reads, or {@link Long#MAX_VALUE}.
   */
  public long oldestLive() {
    return oldestLive(null);
  }

  /**
   * Returns the number of the oldest commit that a live snapshot of {@code owner} reads, or {@link
   * Long#MAX_VALUE}.
   *
   * @param owner the structure, or null for all structures
   */
  public long oldestLive(Object owner) {
    long least = Long.MAX_VALUE;
    for (CommitLease lease : leases) {
      long frame = lease.frame();
      if (frame >= 0 && (owner == null || lease.owner() == owner)) {
        least = Math.min(least, frame);
      }
    }
    return least;
  }
}
