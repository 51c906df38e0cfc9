package org.flashgrove.simulator.figures;

/**
 * Statistics of a device up to a moment, or between two moments.
 *
 * <p>Host figures count pages of requests; flash figures count what the medium did. On a disk pages
 * read and written are the reads and programs, nothing is erased or copied.
 *
 * @param hostPageReads pages of read requests
 * @param hostPageWrites pages of write requests
 * @param hostPageTrims pages of trim requests
 * @param flushes flush requests
 * @param reads page reads of the medium by origin
 * @param programs page programs of the medium by origin
 * @param erases block erases by origin
 * @param gcCopies pages moved by garbage collection, merges and wear levelling
 * @param readRetries further senses that error correction needed
 * @param uncorrectableReads reads that error correction could not save
 * @param busy how long the medium worked
 * @param badBlocks bad blocks at the end of the interval
 * @param virtualNanos virtual time until everything issued is complete
 */
public record DeviceStats(
    long hostPageReads,
    long hostPageWrites,
    long hostPageTrims,
    long flushes,
    OriginCounts reads,
    OriginCounts programs,
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

  /** Returns the number of page programs of the medium. */
  public long pagePrograms() {
    return programs.total();
  }

  /** Returns the number of block erases. */
  public long blockErases() {
    return erases.total();
  }

  /**
   * Returns the page programs of the medium for each page that the host wrote; 1 if it wrote none.
   */
  public double writeAmplification() {
    return hostPageWrites == 0 ? 1 : (double) pagePrograms() / hostPageWrites;
  }

  /** Returns the virtual time in microseconds. */
  public double virtualMicros() {
    return virtualNanos / 1e3;
  }

  /** Returns the sums of both, for two parts of a device with the clock of the first. */
  public DeviceStats plus(DeviceStats other) {
    return new DeviceStats(
        hostPageReads + other.hostPageReads,
        hostPageWrites + other.hostPageWrites,
        hostPageTrims + other.hostPageTrims,
        flushes + other.flushes,
        reads.plus(other.reads),
        programs.plus(other.programs),
        erases.plus(other.erases),
        gcCopies + other.gcCopies,
        readRetries + other.readRetries,
        uncorrectableReads + other.uncorrectableReads,
        busy.plus(other.busy),
        badBlocks + other.badBlocks,
        virtualNanos);
  }

  /** Returns what came between {@code earlier} and this. */
  public DeviceStats since(DeviceStats earlier) {
    return new DeviceStats(
        hostPageReads - earlier.hostPageReads,
        hostPageWrites - earlier.hostPageWrites,
        hostPageTrims - earlier.hostPageTrims,
        flushes - earlier.flushes,
        reads.since(earlier.reads),
        programs.since(earlier.programs),
        erases.since(earlier.erases),
        gcCopies - earlier.gcCopies,
        readRetries - earlier.readRetries,
        uncorrectableReads - earlier.uncorrectableReads,
        busy.since(earlier.busy),
        badBlocks,
        virtualNanos - earlier.virtualNanos);
  }
}
