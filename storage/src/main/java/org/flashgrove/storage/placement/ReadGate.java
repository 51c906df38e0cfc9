package org.flashgrove.storage.placement;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets one thread wait until all device reads that began before have ended, without blocking new
 * ones. A checkpoint waits here before the slots that it frees are allocated again.
 */
final class ReadGate {
  private final AtomicInteger[] inside = {new AtomicInteger(), new AtomicInteger()};
  private volatile int side;

  /**
   * Enters the gate.
   *
   * @return the argument for {@link #leave}
   */
  int enter() {
    while (true) {
      int now = side;
      inside[now].incrementAndGet();
      if (side == now) {
        return now;
      }
      inside[now].decrementAndGet();
    }
  }

  /**
   * Leaves the gate.
   *
   * @param entered what {@link #enter} returned
   */
  void leave(int entered) {
    inside[entered].decrementAndGet();
  }

  /** Waits for all threads that are inside; for one thread at a time. */
  void await() {
    int before = side;
    side = 1 - before;
    while (inside[before].get() > 0) {
      Thread.onSpinWait();
      Thread.yield();
    }
  }
}
