package org.flashgrove.storage.heap;

/**
 * Listener that a reader of a heap file calls for each page that it uses, in the reader's thread.
 */
@FunctionalInterface
public interface PageAccess {
  /**
   * Called for each page that is used.
   *
   * @param pageId the page
   * @param fromDevice true if the page was read from the device for this use, false if it was in
   *     memory
   */
  void accessed(long pageId, boolean fromDevice);
}
