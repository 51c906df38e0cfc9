package org.flashgrove.storage.component;

/**
 * Figures of a component file at one moment.
 *
 * @param liveBlocks blocks that count
 * @param retiredBlocks blocks that count no more, and may still be needed
 * @param fileBlocks blocks of the space
 * @param blocksWritten blocks sealed since the store was opened
 * @param pagesWritten pages appended since
 * @param edits edits since
 */
public record ComponentStats(
    int liveBlocks,
    int retiredBlocks,
    long fileBlocks,
    long blocksWritten,
    long pagesWritten,
    long edits) {}
