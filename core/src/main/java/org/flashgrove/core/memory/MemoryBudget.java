package org.flashgrove.core.memory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Limit on the memory that the caches and write buffers of a store use together. Several stores of
 * a JVM may share one budget. Each cache or write buffer has a share of the budget.
 *
 * <p>Memory moves to the caches and write buffers that need it most. Each share counts the page
 * accesses that more memory would have saved. To this end, a cache remembers the identifiers of
 * pages that it evicted recently, as ARC does (Megiddo and Modha, FAST 2003), and counts each miss
 * of such a page. A write buffer that is merged counts the pages that a larger buffer would have
 * saved. Older accesses weigh less. Memory moves in steps from the share with the lowest count to a
 * share with more than twice that count.
 *
 * <p>Each share keeps a minimum that is always granted. If the minimums of all shares exceed the
 * budget, {@link #usedBytes} exceeds {@link #bytes}.
 *
 * <p>Safe for several threads. A cache hit writes nothing to the budget.
 */
public final class MemoryBudget {
  /** Minimum size of a budget in bytes. */
  public static final long LEAST_BYTES = 64 << 10;

  private static final long LEAST_STEP = 16 << 10;
  private static final long MOST_STEP = 1 << 20;
  private static final int STEPS = 64;

  /**
   * Divisor of the budget that limits how many evicted pages a share remembers. The limit is the
   * number of pages that fit into the budget divided by this constant.
   */
  private static final int GHOST_PART = 8;

  /**
   * Number of requests for memory after which a new epoch begins. Each epoch halves the weight of
   * earlier counts.
   */
  private static final int REQUESTS_OF_AN_EPOCH = 16;

  /**
   * Factor by which memory must be more useful in one share than in another before it moves. Both
   * shares count the page accesses that more memory would have saved, and these counts are
   * compared.
   */
  private static final int LEAD = 2;

  private final AtomicLong bytes;
  private final AtomicLong free;
  private final List<MemoryShare> shares = new CopyOnWriteArrayList<>();
  private final Executor reclaims;
  private final AtomicBoolean moving = new AtomicBoolean();
  private int requests;
  private volatile int epoch;

  /**
   * Creates a budget.
   *
   * @param bytes size of the budget, at least 65,536
   * @throws IllegalArgumentException if {@code bytes} is less than that
   */
  public MemoryBudget(long bytes) {
    this(ForkJoinPool.commonPool());
    if (bytes < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "memory budget of " + bytes + " bytes (allowed: at least " + LEAST_BYTES + ")");
    }
    extend(bytes);
  }

  /**
   * Creates a budget of 0 bytes.
   *
   * @param reclaims runs the tasks in which caches and write buffers give memory back
   */
  MemoryBudget(Executor reclaims) {
    bytes = new AtomicLong();
    free = new AtomicLong();
    this.reclaims = reclaims;
  }

  /** Returns a budget of 0 bytes. The caller extends the budget before it adds a share. */
  public static MemoryBudget empty() {
    return new MemoryBudget(ForkJoinPool.commonPool());
  }

  /**
   * Increases the budget.
   *
   * @param more number of additional bytes
   */
  public void extend(long more) {
    bytes.addAndGet(more);
    free.addAndGet(more);
  }

  /** Returns the size of the budget in bytes. */
  public long bytes() {
    return bytes.get();
  }

  /** Returns the bytes that are granted to caches and write buffers at present. */
  public long usedBytes() {
    return bytes() - free.get();
  }

  /**
   * Adds a share.
   *
   * @param user gives memory of the share back on request. The budget keeps only a weak reference
   *     to this object, so the owner of the share must keep a strong reference
   * @param initial bytes granted now
   * @param least bytes that the share always keeps, at most {@code initial}
   * @param most bytes that the share never exceeds
   * @param pageBytes bytes of a page in memory
   */
  public MemoryShare open(MemoryUser user, long initial, long least, long most, int pageBytes) {
    closeForgotten();
    free.addAndGet(-initial);
    MemoryShare share = new MemoryShare(this, user, initial, least, most, pageBytes);
    shares.add(share);
    return share;
  }

  /** Takes back the memory of stores that were garbage-collected without being closed. */
  private void closeForgotten() {
    for (MemoryShare share : shares) {
      if (share.isForgotten()) {
        share.close();
      }
    }
  }

  void close(MemoryShare share, long granted) {
    shares.remove(share);
    free.addAndGet(granted);
  }

  /** Returns the number of bytes that move from one share to another at a time. */
  long step() {
    return Math.max(LEAST_STEP, Math.min(MOST_STEP, bytes() / STEPS));
  }

  /**
   * Returns the limit on the evicted pages that a share remembers, as the total size of such pages
   * in bytes.
   */
  long ghostBytes() {
    return bytes() / GHOST_PART;
  }

  int epoch() {
    return epoch;
  }

  /**
   * Takes bytes of the budget that no share uses. If fewer than {@code wanted} bytes are free, this
   * method takes nothing and returns false.
   */
  boolean take(long wanted) {
    long there = free.get();
    while (there >= wanted) {
      if (free.compareAndSet(there, there - wanted)) {
        return true;
      }
      there = free.get();
    }
    return false;
  }

  void give(long freed) {
    free.addAndGet(freed);
  }

  /**
   * Asks the share with the lowest {@link MemoryShare#count} to give one step of memory to {@code
   * gainer}. Does nothing if a step of memory is free, if the count of {@code gainer} is at most
   * {@link #LEAD} times as great as the lowest count, or if another request is being handled.
   */
  void request(MemoryShare gainer) {
    if (!moving.compareAndSet(false, true)) {
      return; // another request is being handled
    }
    try {
      if (++requests % REQUESTS_OF_AN_EPOCH == 0) {
        epoch = requests / REQUESTS_OF_AN_EPOCH;
        closeForgotten();
      }
      MemoryShare donor = free.get() >= step() ? null : donor(gainer);
      if (donor != null) {
        donor.owe(step(), gainer);
        reclaims.execute(donor::reclaim);
      }
    } finally {
      moving.set(false);
    }
  }

  private @Nullable MemoryShare donor(MemoryShare gainer) {
    MemoryShare least = null;
    for (MemoryShare share : shares) {
      if (share.isOwing()) {
        reclaims.execute(share::reclaim); // its owner may have been unable to give back before
      }
      if (share != gainer
          && share.mayGive(step())
          && (least == null || share.count() < least.count())) {
        least = share;
      }
    }
    return least != null && gainer.count() > LEAD * least.count() ? least : null;
  }

  @Override
  public String toString() {
    return "MemoryBudget[" + usedBytes() + " of " + bytes() + " bytes]";
  }
}
