package org.flashgrove.storage.placement;

/**
 * Receives the new places of images that {@link FreePages#moveToFront} has copied to other slots,
 * before the page maps name these places.
 */
@FunctionalInterface
public interface MoveListener {
  /**
   * Receives a batch of moved images of one structure. The arrays are valid during the call only.
   *
   * @param structure number of the structure in the store
   * @param count number of images; the arrays hold them from index 0
   * @param pageIds ids of their pages
   * @param places their new places: slot and checksum, as in a {@link PageMap}
   * @param versions for each image the number of the newest frame whose changes it holds
   */
  void moved(int structure, int count, long[] pageIds, long[] places, long[] versions);
}
