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
   * @param tree number of the structure in the store
   * @param count number of images; the arrays hold them from index 0
   * @param nodeIds ids of their pages
   * @param places their new places: slot and checksum, as in a {@link PageMap}
   * @param versions for each image the number of the newest frame whose changes it holds
   */
  void moved(int tree, int count, long[] nodeIds, long[] places, long[] versions);
}
