package org.flashgrove.core.metrics;

/**
 * Traffic with a device, in total or during an interval.
 *
 * @param pageReads pages read
 * @param pageWrites pages written
 * @param readCalls number of read calls
 * @param writeCalls number of write calls
 * @param writeRuns runs of adjacent node ids written
 * @param bytesRead bytes read
 * @param bytesWritten bytes written
 * @param syncs number of syncs
 */
public record IoStats(
    long pageReads,
    long pageWrites,
    long readCalls,
    long writeCalls,
    long writeRuns,
    long bytesRead,
    long bytesWritten,
    long syncs) {

  /** Returns the traffic since {@code earlier}, which is an earlier value of the same counters. */
  public IoStats since(IoStats earlier) {
    return new IoStats(
        pageReads - earlier.pageReads,
        pageWrites - earlier.pageWrites,
        readCalls - earlier.readCalls,
        writeCalls - earlier.writeCalls,
        writeRuns - earlier.writeRuns,
        bytesRead - earlier.bytesRead,
        bytesWritten - earlier.bytesWritten,
        syncs - earlier.syncs);
  }

  /** Returns the sum of this traffic and {@code other}. */
  public IoStats plus(IoStats other) {
    return new IoStats(
        pageReads + other.pageReads,
        pageWrites + other.pageWrites,
        readCalls + other.readCalls,
        writeCalls + other.writeCalls,
        writeRuns + other.writeRuns,
        bytesRead + other.bytesRead,
        bytesWritten + other.bytesWritten,
        syncs + other.syncs);
  }
}
