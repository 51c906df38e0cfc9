package org.flashgrove.storage.log;

/**
 * Traffic of a store's log.
 *
 * @param records NEW, MOD, DEL and FLUSH records appended by operations and flushes, without what
 *     compaction copied
 * @param pageWrites bytes written in pages of the store, rounded up
 * @param bytesWritten bytes written
 * @param syncs syncs
 * @param compactions compactions
 */
public record LogStats(
    long records, long pageWrites, long bytesWritten, long syncs, long compactions) {

  /** Returns the difference to earlier statistics. */
  public LogStats since(LogStats earlier) {
    return new LogStats(
        records - earlier.records,
        pageWrites - earlier.pageWrites,
        bytesWritten - earlier.bytesWritten,
        syncs - earlier.syncs,
        compactions - earlier.compactions);
  }
}
