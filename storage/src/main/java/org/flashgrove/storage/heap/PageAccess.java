package org.flashgrove.storage.heap;

/** Told of the pages that a reader of a heap file uses, by the reader's thread. */
@FunctionalInterface
public interface PageAccess {
  /**
   * A page is used.
   *
   * @param fromDevice whether it was read from the device for that; else it was in memory
   */
  void accessed(long pageId, boolean fromDevice);
}
