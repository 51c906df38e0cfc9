package org.flashgrove.storage.salvage;

/**
 * Counts the slots of a page file by what a salvage found in them.
 *
 * @param slots number of slots
 * @param otherPages number of slots with an intact page that belongs to none of the structures that
 *     the salvage rescues
 * @param blankPages number of slots that were never written
 * @param unreadablePages number of slots that cannot be read, or that were written but hold no
 *     intact page
 */
public record SlotStats(long slots, long otherPages, long blankPages, long unreadablePages) {}
