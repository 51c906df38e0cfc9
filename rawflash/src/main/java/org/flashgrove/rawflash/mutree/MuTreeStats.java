package org.flashgrove.rawflash.mutree;

/**
 * State of a tree and statistics since it was opened.
 *
 * @param entries number of entries
 * @param height number of levels, 1 for a single leaf
 * @param layoutHeight current number of levels in the page layout
 * @param livePages number of flash pages with the latest copy of a node
 * @param freePages number of flash pages that can be programmed without an erase
 * @param pageReads number of pages read, not counting the out-of-band areas that recovery reads
 * @param pagePrograms number of programs, including failed ones
 * @param blockErases number of block erases
 * @param movedPages number of pages programmed by garbage collection and wear levelling, included
 *     in {@code pagePrograms}
 * @param wearMoves number of blocks moved by wear levelling
 * @param splits number of node splits
 * @param recoveryPages number of pages whose out-of-band areas were read by recovery
 * @param tornPages number of unreadable or incomplete pages that recovery found
 */
public record MuTreeStats(
    long entries,
    int height,
    int layoutHeight,
    int livePages,
    int freePages,
    long pageReads,
    long pagePrograms,
    long blockErases,
    long movedPages,
    long wearMoves,
    long splits,
    long recoveryPages,
    long tornPages) {}
