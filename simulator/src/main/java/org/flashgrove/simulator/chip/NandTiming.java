package org.flashgrove.simulator.chip;

/**
 * Durations of a chip's operations, in nanoseconds.
 *
 * <p>Cells of several bits hold as many pages. The first one programmed is the fastest and the last
 * the slowest: page {@code k} of a block takes {@code programNanos} plus the {@code (k mod
 * bitsPerCell)}-th part of the way to {@code slowestProgramNanos}.
 *
 * @param readNanos sensing a page into the page register (tR)
 * @param programNanos programming a page of the fastest kind (tPROG)
 * @param slowestProgramNanos programming a page of the slowest kind; equal for one bit a cell
 * @param bitsPerCell bits a cell holds, 1 to 4
 * @param eraseNanos erasing a block (tBERS)
 * @param busBytesPerMicro bytes the channel moves in a microsecond; 0 if moving them takes no time
 * @param suspendNanos stopping a program or an erase so that a read can go first, and again
 *     resuming it
 */
public record NandTiming(
    long readNanos,
    long programNanos,
    long slowestProgramNanos,
    int bitsPerCell,
    long eraseNanos,
    int busBytesPerMicro,
    long suspendNanos) {

  /** Checks the bounds. */
  public NandTiming {
    if (readNanos < 0 || programNanos < 0 || eraseNanos < 0 || suspendNanos < 0) {
      throw new IllegalArgumentException("a negative time (allowed: 0 or more nanoseconds)");
    }
    if (slowestProgramNanos < programNanos) {
      throw new IllegalArgumentException(
          "slowestProgramNanos "
              + slowestProgramNanos
              + " (allowed: programNanos "
              + programNanos
              + " or more)");
    }
    if (bitsPerCell < 1 || bitsPerCell > 4) {
      throw new IllegalArgumentException("bitsPerCell " + bitsPerCell + " (allowed: 1 to 4)");
    }
    if (busBytesPerMicro < 0) {
      throw new IllegalArgumentException(
          "busBytesPerMicro " + busBytesPerMicro + " (allowed: 0 up)");
    }
  }

  /** Times of a one-bit cell in microseconds, without time on the bus, 20 µs to suspend. */
  public static NandTiming ofMicros(long read, long program, long erase) {
    return new NandTiming(read * 1000, program * 1000, program * 1000, 1, erase * 1000, 0, 20_000);
  }

  /** Returns the time to program page {@code index} of a block. */
  public long programNanos(int index) {
    if (bitsPerCell == 1) {
      return programNanos;
    }
    return programNanos
        + (slowestProgramNanos - programNanos) * (index % bitsPerCell) / (bitsPerCell - 1);
  }

  /** Returns the time to move {@code bytes} bytes over the channel. */
  public long transferNanos(int bytes) {
    return busBytesPerMicro == 0 ? 0 : bytes * 1000L / busBytesPerMicro;
  }
}
