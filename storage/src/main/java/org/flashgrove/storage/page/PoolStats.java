package org.flashgrove.storage.page;

/**
 * Figures of a {@link SlotPool}.
 *
 * @param budgetBytes memory it may use
 * @param frames pages it holds at most
 * @param pages pages it holds
 * @param dirtyPages pages among them that are not written yet
 * @param hits pages read or written that were there
 * @param faults pages read or written that were not
 * @param evictions pages that had to leave
 * @param dirtyEvictions those of them that were written for it
 * @param ghostHits faults of pages whose identifiers the policy had kept
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
