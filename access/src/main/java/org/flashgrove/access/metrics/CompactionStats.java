package org.flashgrove.access.metrics;

/**
 * Result of compacting the files of a store.
 *
 * @param pagesMoved number of pages that were moved towards the front of the file
 * @param pagesBefore number of slots of all page files before
 * @param pagesAfter number of slots of all page files afterwards
 * @param logBytesBefore size of the log before, in bytes
 * @param logBytesAfter size of the log afterwards, in bytes
 */
public record CompactionStats(
    long pagesMoved, long pagesBefore, long pagesAfter, long logBytesBefore, long logBytesAfter) {}
