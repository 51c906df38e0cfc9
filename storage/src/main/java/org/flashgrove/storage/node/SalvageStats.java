package org.flashgrove.storage.node;

/**
 * Result of the salvage of a tree.
 *
 * @param nodeImages slots with a sound image of a node, current or not
 * @param leaves leaves whose content is certain
 * @param uncertainLeaves leaves that may be out of date, or deleted, or lack entries
 * @param lostNodes nodes that have neither an image nor content in the log
 * @param newestCommit number of the newest commit that pages or log name, or of a frame after it:
 *     certain leaves are as of this commit; 0 if there is no log
 * @param entriesExpected number of entries according to the newest frame of the log, or -1
 */
public record SalvageStats(
    long nodeImages,
    long leaves,
    long uncertainLeaves,
    long lostNodes,
    long newestCommit,
    long entriesExpected) {}
