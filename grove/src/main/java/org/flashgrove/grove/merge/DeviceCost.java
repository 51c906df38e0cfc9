package org.flashgrove.grove.merge;

/**
 * What the device takes for the parts of a merge, in us: that of the thesis, whose pages are half
 * of ours. Choices and the pace of merges weigh by it; another device changes how good they are,
 * not what they do.
 */
public final class DeviceCost {
  public static final double READ = 60;
  public static final double WRITE = 600;

  /** Of a block's footer: half a page is written for it. */
  static final double FOOTER = 300;

  public static final double ERASE = 2_500;

  private DeviceCost() {}

  /** Returns what it takes to read pages and erase their blocks, and to write others. */
  static double ofMerge(double oldPages, double oldBlocks, double newPages, double newBlocks) {
    return READ * oldPages + WRITE * newPages + FOOTER * newBlocks + ERASE * oldBlocks;
  }
}
