package org.flashgrove.storage.placement;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets one thread wait until all device reads that began before have ended, without hindering new
 * ones: slots they may look at are not given out before.
 */
final class ReadGate {
  private final AtomicInteger[] inside = {new AtomicInteger(), new AtomicInteger()};
  private volatile int side;

  /** Enters; returns what {@link #leave} wants. */
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

  /** Leaves. */
  void leave(int entered) {
    inside[entered].decrementAndGet();
  }

  /** Waits for all who are inside; one thread at a time. */
  void await() {
    int before = side;
    side = 1 - before;
    while (inside[before].get() > 0) {
      Thread.onSpinWait();
      Thread.yield();
    }
  }
}
