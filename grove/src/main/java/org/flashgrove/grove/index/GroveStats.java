package org.flashgrove.grove.index;

/**
 * Statistics of a Grove index: its parts, and its work since it was opened.
 *
 * @param blocks blocks that count
 * @param pages their pages, footers included
 * @param upperBlocks those of the blocks that stand above others of their interval
 * @param storedEntries entries in them, those gone included
 * @param bufferedChanges entries and deletions in the write buffer
 * @param directoryBytes bytes of the directory, fences included
 * @param bufferBytes bytes of the write buffer
 * @param memoryBytes bytes that are not lent to pages: both, the room to pack changes in, what the
 *     running merge holds, and the table of those pages
 * @param cachedPages pages that queries have read, in memory that nothing else needs
 * @param usedBytes bytes in use at the moment in all, cached pages included
 * @param merges merges made
 * @param droppedDeletions deletions that found no entry when they were merged
 */
public record GroveStats(
    int blocks,
    int upperBlocks,
    long pages,
    long storedEntries,
    long bufferedChanges,
    long directoryBytes,
    long bufferBytes,
    long memoryBytes,
    int cachedPages,
    long usedBytes,
    long merges,
    long droppedDeletions) {}
