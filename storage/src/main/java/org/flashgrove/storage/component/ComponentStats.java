package org.flashgrove.storage.component;

/**
 * Statistics of an index of components at one moment.
 *
 * @param liveBlocks number of valid blocks
 * @param retiredBlocks number of blocks that are no longer valid but may still be needed
 * @param fileBlocks number of all blocks in the index's block space
 * @param blocksWritten number of blocks sealed since the store was opened
 * @param pagesWritten number of pages appended since the store was opened
 * @param edits number of changes of the set of valid blocks since the store was opened
 */
public record ComponentStats(
    int liveBlocks,
    int retiredBlocks,
    long fileBlocks,
    long blocksWritten,
    long pagesWritten,
    long edits) {}
