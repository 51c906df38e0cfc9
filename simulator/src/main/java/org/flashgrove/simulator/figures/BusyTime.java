package org.flashgrove.simulator.figures;

/**
 * Busy time of the medium in nanoseconds, summed over dies and channels even where they worked in
 * parallel. With serial time these are the latencies that Flash-DBSim reports, and add up to the
 * virtual time.
 *
 * @param readNanos sensing and moving pages out, copies included
 * @param programNanos moving pages in and programming, copies included
 * @param eraseNanos erasing
 */
public record BusyTime(long readNanos, long programNanos, long eraseNanos) {
  /** Returns the sum of all three. */
  public long totalNanos() {
    return readNanos + programNanos + eraseNanos;
  }

  /** Returns the sums of both. */
  public BusyTime plus(BusyTime other) {
    return new BusyTime(
        readNanos + other.readNanos,
        programNanos + other.programNanos,
        eraseNanos + other.eraseNanos);
  }

  /** Returns what came between {@code earlier} and this. */
  public BusyTime since(BusyTime earlier) {
    return new BusyTime(
        readNanos - earlier.readNanos,
        programNanos - earlier.programNanos,
        eraseNanos - earlier.eraseNanos);
  }
}
