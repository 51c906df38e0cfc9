package org.flashgrove.access.metrics;

/**
 * Result of compacting the files of a store.
 *
 * @param pagesMoved number of pages that were moved towards the front of the page file
 * @param pagesBefore number of page slots of all page files before the compaction
 * @param pagesAfter number of page slots of all page files after the compaction
 * @param logBytesBefore size of the log before the compaction, in bytes
 * @param logBytesAfter size of the log after the compaction, in bytes
 */
public record CompactionStats(
    long pagesMoved, long pagesBefore, long pagesAfter, long logBytesBefore, long logBytesAfter) {}
