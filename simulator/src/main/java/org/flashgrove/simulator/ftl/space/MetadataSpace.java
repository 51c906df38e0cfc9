package org.flashgrove.simulator.ftl.space;

/**
 * Storage for a layer's metadata pages, which are appended anywhere and invalidated individually.
 */
interface MetadataSpace {
  /**
   * Programs a metadata page, which becomes valid.
   *
   * @param words its content, not copied
   * @return the page
   * @throws WornOutException if no room can be gained
   */
  int append(long tag, long[] words);

  /** Marks a page as obsolete. */
  void invalidate(int page);

  /** Marks a page as valid that was found after a power loss. */
  void claim(int page);
}
