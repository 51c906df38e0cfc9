package org.flashgrove.access.metrics;

/**
 * Result of compacting the files of a store.
 *
 * @param pagesMoved images that went to slots nearer to the front
 * @param pagesBefore slots of the page file before
 * @param pagesAfter slots of the page file afterwards
 * @param logBytesBefore bytes of the log before
 * @param logBytesAfter bytes of the log afterwards
 */
public record CompactionStats(
    long pagesMoved, long pagesBefore, long pagesAfter, long logBytesBefore, long logBytesAfter) {}
