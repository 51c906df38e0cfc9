package org.flashgrove.simulator.time;

/** The host's time in nanoseconds since the start of the simulation; it never decreases. */
public final class VirtualClock {
  private long nowNanos;

  /** Returns the time now. */
  public long nowNanos() {
    return nowNanos;
  }

  /** Moves the time to {@code nanos}. Does nothing if that time has already passed. */
  public void advanceTo(long nanos) {
    if (nanos > nowNanos) {
      nowNanos = nanos;
    }
  }
}
