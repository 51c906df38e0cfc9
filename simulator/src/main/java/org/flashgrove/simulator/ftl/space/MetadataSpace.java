package org.flashgrove.simulator.ftl.space;

/**
 * Storage for the metadata pages of a translation layer. The space chooses the location of each
 * page, and pages are invalidated individually.
 */
interface MetadataSpace {
  /**
   * Programs a metadata page, which becomes valid.
   *
   * @param words content of the page; the space keeps the array without copying it
   * @return number of the page
   * @throws WornOutException if collection cannot make room
   */
  int append(long tag, long[] words);

  /** Marks a page as obsolete. */
  void invalidate(int page);

  /** Marks a page that was found after a power loss as valid. */
  void claim(int page);
}
