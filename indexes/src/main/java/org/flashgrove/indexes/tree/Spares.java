package org.flashgrove.indexes.tree;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Pool of reusable objects, each of which serves one thread at a time. A thread always looks at the
 * same position first, so it usually gets the object that it returned last.
 *
 * <p>The look at this position has no loop. The JIT compiler inlines it into every search, and
 * would compile the whole search again whenever a loop took a new path.
 */
public final class Spares<T> {
  private static final int MOST = 16;

  /**
   * Distance between the positions of two objects in the array. Since it exceeds a cache line,
   * threads that use neighbouring objects do not write to the same cache line.
   */
  private static final int STRIDE = 32;

  private final AtomicReferenceArray<T> idle = new AtomicReferenceArray<>(MOST * STRIDE);
  private final Supplier<T> maker;

  /**
   * Creates an empty pool.
   *
   * @param maker creates an object when the pool has none
   */
  public Spares(Supplier<T> maker) {
    this.maker = maker;
  }

  /** Takes an unused object out of the pool, or creates one if there is none. */
  public T take() {
    T own = idle.getAndSet(ownPlace(), null);
    return own != null ? own : takeOther();
  }

  private T takeOther() {
    for (int place = 0; place < idle.length(); place += STRIDE) {
      T other = idle.getAndSet(place, null);
      if (other != null) {
        return other;
      }
    }
    return maker.get();
  }

  /** Returns an object to the pool. If the pool is full, the object is dropped. */
  public void give(T spare) {
    T displaced = idle.getAndSet(ownPlace(), spare);
    if (displaced != null) {
      giveOther(displaced);
    }
  }

  private void giveOther(T spare) {
    for (int place = 0; place < idle.length(); place += STRIDE) {
      if (idle.compareAndSet(place, null, spare)) {
        return;
      }
    }
  }

  private static int ownPlace() {
    return ((int) Thread.currentThread().getId() & MOST - 1) * STRIDE;
  }
}
