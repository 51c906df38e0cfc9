package org.flashgrove.grove.index;

/**
 * Statistics of a Grove: its current sizes, and its work since it was opened.
 *
 * @param blocks number of current blocks
 * @param upperBlocks number of current blocks of the upper level, which holds newer entries than
 *     the lower level
 * @param pages number of pages of all blocks, including footers
 * @param storedEntries number of entries in blocks, including deleted ones
 * @param bufferedChanges number of insertions and deletions in the write buffer
 * @param directoryBytes bytes of the directory with the metadata of blocks
 * @param bufferBytes bytes of the write buffer
 * @param memoryBytes bytes that do not cache pages: directory, write buffer, working memory, the
 *     running merge, and tables of the page cache
 * @param cachedPages number of cached pages
 * @param usedBytes all bytes in use, including cached pages
 * @param merges number of completed merges
 * @param droppedDeletions number of deletions that merges dropped, because no entry matched them
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
