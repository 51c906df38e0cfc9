package org.flashgrove.storage.page;

/**
 * Statistics of a {@link SlotPool}.
 *
 * @param budgetBytes memory limit in bytes
 * @param frames maximum number of pages
 * @param pages number of pages in the pool
 * @param dirtyPages number of pages that are not written yet
 * @param hits number of accesses to pages in the pool
 * @param faults number of accesses to pages that were not in the pool
 * @param evictions number of evicted pages
 * @param dirtyEvictions number of evicted pages that had to be written
 * @param ghostHits number of faults on pages that the replacement policy remembered as recently
 *     evicted
 */
public record PoolStats(
    long budgetBytes,
    long frames,
    int pages,
    int dirtyPages,
    long hits,
    long faults,
    long evictions,
    long dirtyEvictions,
    long ghostHits) {}
