package org.flashgrove.simulator.figures;

/**
 * Busy time of the medium in nanoseconds, summed over dies and channels that may work in parallel.
 * With serial timing the three values are the latencies that Flash-DBSim reports, and their sum is
 * the virtual time.
 *
 * @param readNanos time to sense pages and transfer them to the controller, including pages that
 *     are copied
 * @param programNanos time to transfer pages to the chip and program them, including pages that are
 *     copied
 * @param eraseNanos time to erase blocks
 */
public record BusyTime(long readNanos, long programNanos, long eraseNanos) {
  /** Returns the sum of the three values. */
  public long totalNanos() {
    return readNanos + programNanos + eraseNanos;
  }

  /** Returns the sum of this time and {@code other}, for each of the three values. */
  public BusyTime plus(BusyTime other) {
    return new BusyTime(
        readNanos + other.readNanos,
        programNanos + other.programNanos,
        eraseNanos + other.eraseNanos);
  }

  /** Returns this time minus {@code earlier}, for each of the three values. */
  public BusyTime since(BusyTime earlier) {
    return new BusyTime(
        readNanos - earlier.readNanos,
        programNanos - earlier.programNanos,
        eraseNanos - earlier.eraseNanos);
  }
}
