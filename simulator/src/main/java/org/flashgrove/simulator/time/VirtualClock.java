package org.flashgrove.simulator.time;

/** The host's time in nanoseconds since the start of the simulation; it never decreases. */
public final class VirtualClock {
  private long nowNanos;

  /** Returns the time now. */
  public long nowNanos() {
    return nowNanos;
  }

  /** Moves to {@code nanos}, unless that is past already. */
  public void advanceTo(long nanos) {
    if (nanos > nowNanos) {
      nowNanos = nanos;
    }
  }
}
