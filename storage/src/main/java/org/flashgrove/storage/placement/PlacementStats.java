package org.flashgrove.storage.placement;

/**
 * Figures of pages written out of place.
 *
 * @param checkpoints checkpoints since the store was opened
 * @param metaPageWrites pages of map, directory and superblock written
 * @param syncs syncs of the page file
 * @param liveSlots slots whose content is up to date
 * @param obsoleteSlots slots that the next checkpoint frees
 * @param pinnedSlots slots that are free when readers in other processes have gone on
 * @param discardedSlots free slots that were discarded on the device; a slot counts each time
 * @param pageCount slots of the file
 * @param mapBytes memory of the maps
 */
public record PlacementStats(
    long checkpoints,
    long metaPageWrites,
    long syncs,
    long liveSlots,
    long obsoleteSlots,
    long pinnedSlots,
    long discardedSlots,
    long pageCount,
    long mapBytes) {}
