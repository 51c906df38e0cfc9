package org.flashgrove.core.memory;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Memory of one cache or write buffer: a share of a {@link MemoryBudget}, or a fixed amount.
 *
 * <p>Any thread may read {@link #bytes}. The other methods are for the owner, one thread at a time.
 */
public final class MemoryShare {
  /** Number of misses of recently evicted pages after which a share requests memory. */
  private static final int MISSES_A_REQUEST = 8;

  private static final int MOST_GHOSTS = 4096;
  private static final int LEAST_GHOSTS = 64;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long NONE = Long.MIN_VALUE;

  private final @Nullable MemoryBudget budget;
  private final WeakReference<MemoryUser> user;
  private final AtomicLong granted;
  private final long least;
  private final long most;
  private final int pageBytes;

  /** Hash table of the identifiers of recently evicted pages; null before the first eviction. */
  private long @Nullable [] ghosts;

  private volatile long owed;
  private volatile @Nullable MemoryShare creditor;
  private volatile double count;
  private volatile int countedIn;
  private double unrequested;
  private volatile boolean closed;

  MemoryShare(
      @Nullable MemoryBudget budget,
      @Nullable MemoryUser user,
      long initial,
      long least,
      long most,
      int pageBytes) {
    this.budget = budget;
    this.user = new WeakReference<>(user);
    granted = new AtomicLong(initial);
    this.least = least;
    this.most = most;
    this.pageBytes = pageBytes;
  }

  /** Returns memory of a fixed size that belongs to no budget. */
  public static MemoryShare fixed(long bytes) {
    return new MemoryShare(null, null, bytes, bytes, bytes, 1);
  }

  /** Returns whether this memory has a fixed size and belongs to no budget. */
  public boolean isFixed() {
    return budget == null;
  }

  /** Returns the bytes that the owner may use from now on. */
  public long bytes() {
    return granted.get() - owed;
  }

  /** Returns the minimum size in bytes, below which the budget never reduces this share. */
  public long leastBytes() {
    return least;
  }

  /**
   * Takes free memory of the budget.
   *
   * @param wanted number of additional bytes that the owner needs; the share may get more
   * @return whether the share got the memory
   */
  public boolean grow(long wanted) {
    if (budget == null || closed) {
      return false;
    }
    long more = Math.max(wanted, budget.step());
    if (granted.get() + more > most || !budget.take(more)) {
      return false;
    }
    if (!receive(more)) {
      budget.give(more);
      return false;
    }
    return true;
  }

  /** Records that a page was evicted for lack of memory. */
  public void evicted(long page) {
    if (budget == null) {
      return;
    }
    long[] all = ghosts;
    if (all == null) {
      long pages = Math.max(LEAST_GHOSTS, Math.min(MOST_GHOSTS, budget.ghostBytes() / pageBytes));
      all = new long[(int) Long.highestOneBit(pages)];
      Arrays.fill(all, NONE);
      ghosts = all;
    }
    all[place(all, page)] = page;
  }

  /**
   * Records a miss. If the page was evicted recently, the miss counts as one that more memory would
   * have saved.
   */
  public void missed(long page) {
    long[] all = ghosts;
    if (all != null) {
      int place = place(all, page);
      if (all[place] == page) {
        all[place] = NONE;
        count(1);
      }
    }
  }

  private static int place(long[] all, long page) {
    return (int) (page * MULTIPLIER >>> Long.SIZE - Long.numberOfTrailingZeros(all.length));
  }

  /**
   * Records that a write buffer was merged into pages. A larger buffer would have been merged less
   * often, so some of these writes count as page accesses that more memory would have saved.
   *
   * @param pages number of pages written
   */
  public void merged(long pages) {
    if (budget != null) {
      long all = Math.max(1, bytes());
      count(pages * Math.min(1.0, (double) budget.ghostBytes() / all));
    }
  }

  private void count(double reads) {
    MemoryBudget from = budget;
    if (from == null || closed) {
      return;
    }
    count = count() + reads;
    countedIn = from.epoch();
    unrequested += reads;
    if (unrequested >= MISSES_A_REQUEST) {
      unrequested = 0;
      from.request(this);
    }
  }

  /** Returns the recent number of page accesses that more memory would have saved. */
  double count() {
    int age = budget == null ? 0 : budget.epoch() - countedIn;
    return count * Math.pow(0.5, age);
  }

  boolean mayGive(long bytes) {
    return owed == 0 && !closed && granted.get() - bytes >= least;
  }

  /** Asks the owner to give bytes to another share as soon as possible. */
  void owe(long bytes, MemoryShare to) {
    creditor = to;
    owed = bytes;
  }

  void reclaim() {
    MemoryUser owner = user.get();
    if (owner != null && owed > 0 && !closed) {
      owner.giveBack();
    }
  }

  /** Returns whether the owner was garbage-collected. */
  boolean isForgotten() {
    return user.get() == null;
  }

  /** Returns whether the owner must give memory back, because {@link #bytes} has decreased. */
  public boolean isOwing() {
    return owed > 0;
  }

  /** Returns the number of bytes that the owner must give back. */
  public long owedBytes() {
    return owed;
  }

  /**
   * Records that the owner has given back as much memory as it can. This memory then goes to the
   * share that requested it.
   *
   * @param needed bytes that the owner should have given back but keeps
   */
  public void settle(long needed) {
    long paid;
    MemoryShare to;
    synchronized (this) {
      paid = closed ? 0 : owed - Math.max(0, needed);
      to = creditor;
      owed = 0;
      creditor = null;
      if (paid > 0) {
        granted.addAndGet(-paid);
      }
    }
    MemoryBudget from = budget;
    if (from != null && paid > 0 && (to == null || !to.receive(paid))) {
      from.give(paid);
    }
  }

  private synchronized boolean receive(long bytes) {
    if (closed || granted.get() + bytes > most) {
      return false;
    }
    granted.addAndGet(bytes);
    return true;
  }

  /** Returns all memory to the budget. */
  public synchronized void close() {
    if (budget != null && !closed) {
      closed = true;
      budget.close(this, granted.getAndSet(0));
    }
  }
}
