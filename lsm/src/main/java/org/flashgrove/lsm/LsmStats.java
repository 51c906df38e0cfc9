package org.flashgrove.lsm;

import java.util.List;

/**
 * State of an LSM R-tree and statistics of its work since it was opened. Times are in nanoseconds,
 * by the clock that {@link LsmTree#timeBy} sets.
 *
 * @param components number of components
 * @param levels number of components per level, from level 0
 * @param blocks number of blocks
 * @param pages number of pages, including footers
 * @param records number of entries and deletions in components
 * @param deletions number of deletions in components
 * @param bufferedChanges number of entries and deletions in memory
 * @param bufferBytes size of the buffered changes in bytes
 * @param fenceBytes memory in bytes for the page metadata of components
 * @param memoryBytes bytes that are not lent to the page cache: buffer, page metadata, running
 *     merge and tables
 * @param cachedPages number of pages in the page cache, which uses spare memory
 * @param usedBytes total bytes in use, including cached pages
 * @param mostBytes greatest number of bytes in use after any change, without cached pages
 * @param flushes number of flushes
 * @param flushedRecords number of records written by flushes
 * @param flushedPages number of pages written by flushes
 * @param flushNanos time of flushes
 * @param merges number of merges
 * @param mergedComponents number of components that were merged
 * @param mergedRecords number of records that merges wrote into each level, from level 0
 * @param mergedPages number of pages written by merges
 * @param mergeNanos time of merges
 * @param merging whether a merge is running
 * @param mergePending whether a flush or merge is running or due; if so, components will change
 *     even without further writes
 * @param mostComponents greatest number of components after a flush
 * @param waits number of changes that waited for a flush or merge to end
 * @param waitNanos total time of these waits
 * @param helps number of changes that ran steps of flushes or merges because the worker was late; 0
 *     without a worker
 * @param droppedDeletions number of deletions that found no entry; 0 unless data are lost
 */
public record LsmStats(
    int components,
    List<Integer> levels,
    int blocks,
    long pages,
    long records,
    long deletions,
    long bufferedChanges,
    long bufferBytes,
    long fenceBytes,
    long memoryBytes,
    int cachedPages,
    long usedBytes,
    long mostBytes,
    long flushes,
    long flushedRecords,
    long flushedPages,
    long flushNanos,
    long merges,
    long mergedComponents,
    List<Long> mergedRecords,
    long mergedPages,
    long mergeNanos,
    boolean merging,
    boolean mergePending,
    int mostComponents,
    long waits,
    long waitNanos,
    long helps,
    long droppedDeletions) {

  /**
   * Returns the write amplification: the number of records that flushes and merges wrote, divided
   * by the number of records that flushes wrote. Returns 0 before the first flush.
   */
  public double writeAmplification() {
    long merged = mergedRecords.stream().mapToLong(Long::longValue).sum();
    return flushedRecords == 0 ? 0 : (double) (flushedRecords + merged) / flushedRecords;
  }
}
