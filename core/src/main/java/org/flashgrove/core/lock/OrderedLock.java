package org.flashgrove.core.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reentrant lock with a {@link LockRank}, its place in the lock order of a store. With assertions
 * enabled, a thread that waits for this lock while it holds a lock of the same or a later rank gets
 * an {@link AssertionError}, which names both ranks. Without assertions it is a plain {@link
 * ReentrantLock}.
 */
public final class OrderedLock extends ReentrantLock {
  private static final long serialVersionUID = 1L;

  /**
   * Locks that each thread has acquired. The list may contain locks that the thread has released
   * since. When the thread next acquires a lock, it removes them from the list.
   */
  private static final ThreadLocal<List<OrderedLock>> TAKEN =
      ThreadLocal.withInitial(ArrayList::new);

  private final LockRank rank;

  /** Creates a lock that waiting threads acquire in any order. */
  public OrderedLock(LockRank rank) {
    this(rank, false);
  }

  /**
   * Creates a lock.
   *
   * @param fair whether waiting threads acquire the lock in the order in which they began to wait
   */
  public OrderedLock(LockRank rank, boolean fair) {
    super(fair);
    this.rank = rank;
  }

  /**
   * Runs code that works with a second store while this thread holds locks of the first store. The
   * lock orders of the two stores are not compared. Devices use this method to read one store while
   * another store writes.
   */
  public static void inOtherStore(Runnable code) {
    List<OrderedLock> taken = TAKEN.get();
    TAKEN.set(new ArrayList<>());
    try {
      code.run();
    } finally {
      TAKEN.set(taken);
    }
  }

  @Override
  public void lock() {
    assert requireOrder();
    super.lock();
    assert noteTaken();
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    assert requireOrder();
    super.lockInterruptibly();
    assert noteTaken();
  }

  @Override
  public boolean tryLock() {
    boolean taken = super.tryLock(); // does not wait, so any order is allowed
    assert !taken || noteTaken();
    return taken;
  }

  @Override
  public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
    assert requireOrder();
    boolean taken = super.tryLock(timeout, unit);
    assert !taken || noteTaken();
    return taken;
  }

  /**
   * Returns true. Throws an {@link AssertionError} if this thread must not wait for this lock,
   * because it holds a lock of the same or a later rank.
   */
  private boolean requireOrder() {
    if (!isHeldByCurrentThread()) {
      List<OrderedLock> taken = TAKEN.get();
      for (int i = 0; i < taken.size(); i++) { // no iterator: tests measure allocations
        OrderedLock other = taken.get(i);
        if (other.isHeldByCurrentThread() && !rank.mayFollow(other.rank)) {
          throw new AssertionError(
              "lock order: waiting for " + rank + " while holding " + other.rank);
        }
      }
    }
    return true;
  }

  private boolean noteTaken() {
    if (getHoldCount() == 1) {
      List<OrderedLock> taken = TAKEN.get();
      for (int i = taken.size() - 1; i >= 0; i--) {
        OrderedLock other = taken.get(i);
        if (other == this || !other.isHeldByCurrentThread()) {
          taken.remove(i);
        }
      }
      taken.add(this);
    }
    return true;
  }

  @Override
  public String toString() {
    return rank + " " + super.toString();
  }
}
