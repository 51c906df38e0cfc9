package org.flashgrove.storage.log;

/**
 * Statistics of a store's log.
 *
 * @param records number of appended records of new, changed and deleted nodes (NEW, MOD, DEL) and
 *     of flushed nodes (FLUSH), without the copies that compaction made
 * @param pageWrites bytes written divided by the page size of the store, rounded up
 * @param bytesWritten number of bytes written
 * @param syncs number of syncs
 * @param compactions number of compactions
 */
public record LogStats(
    long records, long pageWrites, long bytesWritten, long syncs, long compactions) {

  /** Returns the difference between these statistics and earlier ones. */
  public LogStats since(LogStats earlier) {
    return new LogStats(
        records - earlier.records,
        pageWrites - earlier.pageWrites,
        bytesWritten - earlier.bytesWritten,
        syncs - earlier.syncs,
        compactions - earlier.compactions);
  }
}
