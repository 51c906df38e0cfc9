package org.flashgrove.grove.merge;

/**
 * Cost model of a merge, in microseconds, for the device of the thesis, whose pages are half the
 * size of Grove's. Merges choose blocks and set their pace by it. On another device the choices may
 * cost more, but stay correct.
 */
public final class DeviceCost {
  public static final double READ = 60;
  public static final double WRITE = 600;

  /** Cost of a block's footer, which takes half a page. */
  static final double FOOTER = 300;

  public static final double ERASE = 2_500;

  private DeviceCost() {}

  /** Returns what it takes to read pages and erase their blocks, and to write others. */
  static double ofMerge(double oldPages, double oldBlocks, double newPages, double newBlocks) {
    return READ * oldPages + WRITE * newPages + FOOTER * newBlocks + ERASE * oldBlocks;
  }
}
