package org.flashgrove.storage.salvage;

/**
 * Result of a salvage's slot scan.
 *
 * @param slots slots of the page file
 * @param otherPages slots with a sound page that is none of a structure that is rescued
 * @param blankPages slots that were never written
 * @param unreadablePages slots that hold something else, or cannot be read
 */
public record SlotStats(long slots, long otherPages, long blankPages, long unreadablePages) {}
