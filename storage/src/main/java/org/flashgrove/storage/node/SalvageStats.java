package org.flashgrove.storage.node;

/**
 * Result of the salvage of a tree.
 *
 * @param nodeImages number of slots with an intact node image, including outdated images
 * @param leaves number of leaves whose content is certain
 * @param uncertainLeaves number of leaves that may be outdated, deleted or incomplete
 * @param lostNodes number of nodes for which neither an image nor logged content was found
 * @param newestCommit greatest frame number (the number of a commit) in the pages or the log; 0 if
 *     there is no log. Leaves that are not uncertain have the content of this commit
 * @param entriesExpected number of entries according to the newest log frame, or -1 if unknown
 */
public record SalvageStats(
    long nodeImages,
    long leaves,
    long uncertainLeaves,
    long lostNodes,
    long newestCommit,
    long entriesExpected) {}
