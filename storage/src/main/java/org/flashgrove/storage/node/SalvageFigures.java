package org.flashgrove.storage.node;

/**
 * What a salvage met.
 *
 * @param slots slots of the page file
 * @param nodeImages slots with a sound image of a node, current or not
 * @param otherPages slots with a sound page of another kind
 * @param blankPages slots that were never written
 * @param unreadablePages slots that hold something else, or cannot be read
 * @param leaves leaves whose content is certain
 * @param uncertainLeaves leaves that may be out of date, or deleted, or lack entries
 * @param lostNodes nodes of which nothing is left
 * @param newestCommit number of the newest commit that pages or log know of, or of a frame behind
 *     it; what is certain is so as of this one; 0 if there is no log
 * @param entriesExpected entries that the newest frame of the log says there are, or -1
 */
public record SalvageFigures(
    long slots,
    long nodeImages,
    long otherPages,
    long blankPages,
    long unreadablePages,
    long leaves,
    long uncertainLeaves,
    long lostNodes,
    long newestCommit,
    long entriesExpected) {}
