package org.flashgrove.grove.merge;

/**
 * Cost model of a merge, in microseconds. It describes the flash device in Carniel's thesis (2019).
 * Pages of that device have half the size of Grove's pages. Merges use it to choose blocks and to
 * set their pace. On other devices the choices may be slower, but they stay correct.
 */
public final class DeviceCost {
  public static final double READ = 60;
  public static final double WRITE = 600;

  /** Cost of writing the footer of a block. A footer takes half a page. */
  static final double FOOTER = 300;

  public static final double ERASE = 2_500;

  private DeviceCost() {}

  /** Returns the cost of reading the old pages, erasing the old blocks and writing the new ones. */
  static double ofMerge(double oldPages, double oldBlocks, double newPages, double newBlocks) {
    return READ * oldPages + WRITE * newPages + FOOTER * newBlocks + ERASE * oldBlocks;
  }
}
