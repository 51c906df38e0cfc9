package org.flashgrove.storage.heap;

/**
 * Statistics of a heap file.
 *
 * @param records number of records
 * @param pages number of pages, including unused pages and pages of the free-space map
 * @param pagesWritten number of pages written since the file was opened
 * @param bufferedPages number of pages in memory
 * @param dirtyPages number of pages in memory that are dirty
 * @param hits number of page accesses served from memory
 * @param misses number of page accesses that read the device
 * @param flushes number of batches in which pages were written
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
