package org.flashgrove.storage.heap;

/** Receives the pages that a reader of a heap file uses, in the reader's thread. */
@FunctionalInterface
public interface PageAccess {
  /**
   * Receives one page.
   *
   * @param pageId the page
   * @param fromDevice whether it was read from the device for this use; otherwise it was in memory
   */
  void accessed(long pageId, boolean fromDevice);
}
