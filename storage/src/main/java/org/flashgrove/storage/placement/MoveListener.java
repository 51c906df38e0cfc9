package org.flashgrove.storage.placement;

/**
 * Receives the new places of page images that {@link FreePages#moveToFront} has copied, before the
 * page maps change.
 */
@FunctionalInterface
public interface MoveListener {
  /**
   * Receives a batch of moved images of a structure. The arrays are valid only during the call.
   *
   * @param structure number of the structure in the store
   * @param count number of images; the arrays contain them from index 0
   * @param pageIds ids of the pages
   * @param places new places (slot and checksum, as in {@link PageMap})
   * @param versions for each image, number of the newest frame whose changes the image contains
   */
  void moved(int structure, int count, long[] pageIds, long[] places, long[] versions);
}
