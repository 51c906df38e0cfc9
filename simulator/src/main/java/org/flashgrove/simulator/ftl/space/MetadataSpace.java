package org.flashgrove.simulator.ftl.space;

/** Store of a layer's metadata pages, which are appended anywhere and invalidated one by one. */
interface MetadataSpace {
  /**
   * Programs a metadata page; it is valid.
   *
   * @param words its content, not copied
   * @return the page
   * @throws WornOutException if there is no room to be gained
   */
  int append(long tag, long[] words);

  /** Marks a page as obsolete. */
  void invalidate(int page);

  /** Marks a page as valid that was found after a power loss. */
  void claim(int page);
}
