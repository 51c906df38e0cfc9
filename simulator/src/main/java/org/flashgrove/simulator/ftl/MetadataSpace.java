package org.flashgrove.simulator.ftl;

/** Where a layer's metadata pages are: appended anywhere, invalidated one by one. */
interface MetadataSpace {
  /**
   * Programs a metadata page; it is valid.
   *
   * @param words its content, not copied
   * @return the page
   * @throws WornOutException if there is no room to be gained
   */
  int append(long tag, long[] words);

  /** A page is superseded. */
  void invalidate(int page);

  /** After a power loss, while pages are found: one turned out to be valid. */
  void claim(int page);
}
