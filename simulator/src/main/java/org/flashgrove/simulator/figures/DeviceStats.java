package org.flashgrove.simulator.figures;

/**
 * Statistics of a device, in total or during an interval.
 *
 * <p>The first four components count requests of the host; the others count operations of the
 * medium. On a magnetic disk, pages read and written count as reads and programs, and nothing is
 * erased or copied.
 *
 * @param hostPageReads number of pages in read requests
 * @param hostPageWrites number of pages in write requests
 * @param hostPageTrims number of pages in trim requests
 * @param flushes number of flush requests
 * @param reads page reads of the medium by origin
 * @param writes page programs of the flash memory, by kind of host data (such as leaf nodes or the
 *     log) and by cause
 * @param erases block erases by origin
 * @param gcCopies number of pages moved by garbage collection, merges and wear levelling
 * @param readRetries number of additional sensing operations for error correction
 * @param uncorrectableReads number of reads that could not be corrected
 * @param busy busy time of the medium
 * @param badBlocks number of bad blocks at the end of the interval
 * @param virtualNanos virtual time in nanoseconds at which all operations issued so far are
 *     complete; for an interval, the length of the interval
 */
public record DeviceStats(
    long hostPageReads,
    long hostPageWrites,
    long hostPageTrims,
    long flushes,
    OriginCounts reads,
    WriteMatrix writes,
    OriginCounts erases,
    long gcCopies,
    long readRetries,
    long uncorrectableReads,
    BusyTime busy,
    int badBlocks,
    long virtualNanos) {

  /** Returns the number of page reads of the medium. */
  public long pageReads() {
    return reads.total();
  }

  /** Returns the number of page programs of the flash memory. */
  public long pagePrograms() {
    return writes.total();
  }

  /** Returns the page programs of the flash memory by origin. */
  public OriginCounts programs() {
    return writes.byOrigin();
  }

  /** Returns the number of block erases. */
  public long blockErases() {
    return erases.total();
  }

  /**
   * Returns the number of page programs per page written by the host, or 1 if the host wrote none.
   */
  public double writeAmplification() {
    return hostPageWrites == 0 ? 1 : (double) pagePrograms() / hostPageWrites;
  }

  /** Returns the virtual time in microseconds. */
  public double virtualMicros() {
    return virtualNanos / 1e3;
  }

  /**
   * Returns the sums of the counters of two parts of one device. The parts share a clock, so the
   * virtual time is that of {@code this}.
   */
  public DeviceStats plus(DeviceStats other) {
    return new DeviceStats(
        hostPageReads + other.hostPageReads,
        hostPageWrites + other.hostPageWrites,
        hostPageTrims + other.hostPageTrims,
        flushes + other.flushes,
        reads.plus(other.reads),
        writes.plus(other.writes),
        erases.plus(other.erases),
        gcCopies + other.gcCopies,
        readRetries + other.readRetries,
        uncorrectableReads + other.uncorrectableReads,
        busy.plus(other.busy),
        badBlocks + other.badBlocks,
        virtualNanos);
  }

  /** Returns these statistics minus {@code earlier}, for the interval in between. */
  public DeviceStats since(DeviceStats earlier) {
    return new DeviceStats(
        hostPageReads - earlier.hostPageReads,
        hostPageWrites - earlier.hostPageWrites,
        hostPageTrims - earlier.hostPageTrims,
        flushes - earlier.flushes,
        reads.since(earlier.reads),
        writes.since(earlier.writes),
        erases.since(earlier.erases),
        gcCopies - earlier.gcCopies,
        readRetries - earlier.readRetries,
        uncorrectableReads - earlier.uncorrectableReads,
        busy.since(earlier.busy),
        badBlocks,
        virtualNanos - earlier.virtualNanos);
  }
}
