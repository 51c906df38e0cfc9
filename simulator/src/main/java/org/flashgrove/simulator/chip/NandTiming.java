package org.flashgrove.simulator.chip;

/**
 * Durations of a chip's operations in nanoseconds.
 *
 * <p>A cell with {@code b} bits stores one bit for each of {@code b} pages. Programming the first
 * of these pages is the fastest, and programming the last is the slowest. Page {@code k} of a block
 * takes {@code programNanos + (slowestProgramNanos - programNanos) * (k mod b) / (b - 1)}.
 *
 * @param readNanos time to sense a page into the page register (tR)
 * @param programNanos time to program a page of the fastest kind (tPROG)
 * @param slowestProgramNanos time to program a page of the slowest kind; equal to {@code
 *     programNanos} for one bit per cell
 * @param bitsPerCell number of bits per cell, 1 to 4
 * @param eraseNanos time to erase a block (tBERS)
 * @param busBytesPerMicro bytes that the channel transfers per microsecond; 0 if transfers take no
 *     time
 * @param suspendNanos time to suspend a program or an erase for a read; resuming it takes the same
 *     time again
 */
public record NandTiming(
    long readNanos,
    long programNanos,
    long slowestProgramNanos,
    int bitsPerCell,
    long eraseNanos,
    int busBytesPerMicro,
    long suspendNanos) {

  /** Throws an {@link IllegalArgumentException} if a value is out of range. */
  public NandTiming {
    requireTime("readNanos", readNanos);
    requireTime("programNanos", programNanos);
    requireTime("eraseNanos", eraseNanos);
    requireTime("suspendNanos", suspendNanos);
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
          "busBytesPerMicro " + busBytesPerMicro + " (allowed: 0 or more)");
    }
  }

  private static void requireTime(String name, long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException(name + " " + nanos + " (allowed: 0 or more)");
    }
  }

  /**
   * Returns the timing of a chip with one bit per cell, from times in microseconds. Bus transfers
   * take no time, and a suspension takes 20 µs.
   */
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
