package org.flashgrove.storage.heap;

/**
 * Figures of a heap file.
 *
 * @param records number of records
 * @param pages pages, unused ones and those of the free-space map included
 * @param pagesWritten pages written since it was opened
 * @param bufferedPages pages in memory
 * @param dirtyPages changed pages among them
 * @param hits pages found in memory
 * @param misses pages read from the device
 * @param flushes batches written
 */
public record HeapStats(
    long records,
    long pages,
    long pagesWritten,
    int bufferedPages,
    int dirtyPages,
    long hits,
    long misses,
    long flushes) {}
