package org.flashgrove.storage.placement;

/**
 * Statistics of a page file whose pages are written out of place.
 *
 * @param checkpoints number of checkpoints since the store was opened
 * @param metaPageWrites number of map, directory and superblock pages written
 * @param syncs number of syncs of the page file
 * @param liveSlots number of slots with current content
 * @param obsoleteSlots number of slots whose content is outdated, and that the next checkpoint
 *     frees
 * @param pinnedSlots number of slots that are not reused yet because readers in other processes may
 *     see them
 * @param discardedSlots number of free slots discarded on the device; a slot counts each time it is
 *     discarded
 * @param pageCount number of slots of the file
 * @param mapBytes memory of the maps in bytes
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
