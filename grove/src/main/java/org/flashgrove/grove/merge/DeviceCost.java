package org.flashgrove.grove.merge;

/**
 * Cost model of a merge, in microseconds. The costs are those of the flash device in Carniel's
 * thesis (2019). Pages of that device have half the size of Grove's pages. Merges use the model to
 * choose blocks and to pace their steps. On other devices, these choices may cost time, but results
 * stay correct.
 */
public final class DeviceCost {
  public static final double READ = 60;
  public static final double WRITE = 600;

  /** Cost of writing the footer of a block, in microseconds. A footer takes half a page. */
  static final double FOOTER = 300;

  public static final double ERASE = 2_500;

  private DeviceCost() {}

  /** Returns the cost of reading the old pages, erasing the old blocks and writing the new ones. */
  static double ofMerge(double oldPages, double oldBlocks, double newPages, double newBlocks) {
    return READ * oldPages + WRITE * newPages + FOOTER * newBlocks + ERASE * oldBlocks;
  }
}
