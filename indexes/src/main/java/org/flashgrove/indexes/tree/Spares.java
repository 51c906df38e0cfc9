package org.flashgrove.indexes.tree;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Pool of reusable objects, each of which serves one thread at a time. A thread always starts its
 * search of the pool at the same position, so it usually gets the object that it returned last.
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
    int start = ownPlace();
    for (int i = 0; i < MOST; i++) {
      int place = (start + i & MOST - 1) * STRIDE;
      T spare = idle.get(place);
      if (spare != null && idle.compareAndSet(place, spare, null)) {
        return spare;
      }
    }
    return maker.get();
  }

  /** Returns an object to the pool. If the pool is full, the object is dropped. */
  public void give(T spare) {
    int start = ownPlace();
    for (int i = 0; i < MOST; i++) {
      int place = (start + i & MOST - 1) * STRIDE;
      if (idle.get(place) == null && idle.compareAndSet(place, null, spare)) {
        return;
      }
    }
  }

  private static int ownPlace() {
    return (int) Thread.currentThread().getId() & MOST - 1;
  }
}
