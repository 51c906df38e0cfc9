package org.flashgrove.storage.salvage;

/**
 * Result of scanning the slots of a page file in a salvage.
 *
 * @param slots number of slots
 * @param otherPages number of slots with an intact page that belongs to no rescued structure
 * @param blankPages number of slots that were never written
 * @param unreadablePages number of slots with other content, or that cannot be read
 */
public record SlotStats(long slots, long otherPages, long blankPages, long unreadablePages) {}
