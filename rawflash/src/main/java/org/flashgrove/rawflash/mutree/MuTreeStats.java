package org.flashgrove.rawflash.mutree;

/**
 * State of a tree and its work since it was opened.
 *
 * @param entries entries
 * @param height levels, 1 for a single leaf
 * @param layoutHeight levels for which pages are laid out now
 * @param livePages flash pages that hold the newest copy of a node on flash
 * @param freePages flash pages that may be programmed without an erase
 * @param pageReads pages read, out-of-band areas of the recovery not counted
 * @param pagePrograms pages programmed, failed ones included
 * @param blockErases blocks erased
 * @param movedPages pages programmed by garbage collection and wear levelling, of {@code
 *     pagePrograms}
 * @param wearMoves blocks moved to level wear
 * @param splits nodes split
 * @param recoveryPages pages whose out-of-band areas were read to recover
 * @param tornPages pages of them that could not be read, or were no whole pages of a tree
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
