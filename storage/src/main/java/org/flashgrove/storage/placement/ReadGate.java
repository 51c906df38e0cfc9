package org.flashgrove.storage.placement;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets a thread wait for all device reads that started earlier, without blocking new reads. A
 * checkpoint waits here before the slots that it frees are reused.
 */
final class ReadGate {
  private final AtomicInteger[] inside = {new AtomicInteger(), new AtomicInteger()};
  private volatile int side;

  /**
   * Starts a read.
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
   * Ends a read.
   *
   * @param entered the result of {@link #enter}
   */
  void leave(int entered) {
    inside[entered].decrementAndGet();
  }

  /** Waits for all reads that have already started. Only one thread at a time may wait. */
  void await() {
    int before = side;
    side = 1 - before;
    while (inside[before].get() > 0) {
      Thread.onSpinWait();
      Thread.yield();
    }
  }
}
