package org.flashgrove.lsm;

import java.util.List;

/**
 * State of an LSM R-tree and its work since it was opened.
 *
 * @param components components that count
 * @param levels how many of them each level has, from level 0 on
 * @param blocks their blocks
 * @param pages pages of these, footers included
 * @param records entries and deletions in them
 * @param deletions deletions in them
 * @param bufferedChanges entries and deletions in memory
 * @param bufferBytes bytes of these
 * @param fenceBytes bytes of what stays in memory of the components
 * @param memoryBytes bytes that are not lent to pages: both, what a running merge holds, and tables
 * @param cachedPages pages that queries have read, in memory that nothing else needs
 * @param usedBytes bytes in use in all, cached pages included
 * @param mostBytes most bytes there were after a change, cached pages not included
 * @param flushes times that the memory was written to a component
 * @param flushedRecords records of these components
 * @param flushedPages pages written for them
 * @param flushNanos time spent on them, by the clock of {@link LsmTree#timeBy}
 * @param merges merges
 * @param mergedComponents components that were merged
 * @param mergedRecords records written by merges into each level, from level 0 on
 * @param mergedPages pages written by merges
 * @param mergeNanos time spent on merges, likewise
 * @param merging whether a merge is under way
 * @param mergePending whether a flush or merge is running, or the policy has one to begin, so that
 *     components will change without a further write
 * @param mostComponents most components there were after a flush
 * @param waits changes that had to wait until a flush or merge was over, beyond its share
 * @param waitNanos time that they waited, by the same clock
 * @param helps changes that did steps of a flush or merge which the worker had not done in time; 0
 *     without a worker, where changes do all of them
 * @param droppedDeletions deletions that found no entry: 0 unless something is lost
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

  /** Returns how many records were written for each that was flushed; 0 before the first flush. */
  public double writeAmplification() {
    long merged = mergedRecords.stream().mapToLong(Long::longValue).sum();
    return flushedRecords == 0 ? 0 : (double) (flushedRecords + merged) / flushedRecords;
  }
}
