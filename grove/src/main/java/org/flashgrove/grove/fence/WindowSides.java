package org.flashgrove.grove.fence;

/**
 * The sides of a closed window, for comparisons without a branch: which of some boxes a window
 * meets follows no pattern that a processor could foresee.
 *
 * <p>The difference of two doubles has its sign bit set exactly if the first one is less, also if
 * it overflows, is tiny, or one of them is infinite. Zeros are kept so that those of either sign
 * are equal: lower sides of the window as -0.0, upper ones as 0.0.
 */
public final class WindowSides {
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;

  /**
   * Sets the window.
   *
   * @param window minX, minY, maxX, maxY: not NaN; infinite sides are allowed
   */
  public void set(double[] window) {
    minX = lower(window[0]);
    minY = lower(window[1]);
    maxX = window[2] + 0.0;
    maxY = window[3] + 0.0;
  }

  private static double lower(double side) {
    return side == 0 ? -0.0 : side;
  }

  /** Returns a negative number for a box of finite sides beside the window, and no other one. */
  public long beside(double x1, double y1, double x2, double y2) {
    return Double.doubleToRawLongBits(maxX - x1)
        | Double.doubleToRawLongBits(x2 - minX)
        | Double.doubleToRawLongBits(maxY - y1)
        | Double.doubleToRawLongBits(y2 - minY);
  }

  /** Returns whether a box of a list lies within the window. */
  public boolean holds(double[] boxes, int index) {
    int at = BoxGroups.BOX * index;
    return minX <= boxes[at]
        && minY <= boxes[at + 1]
        && boxes[at + 2] <= maxX
        && boxes[at + 3] <= maxY;
  }

  /**
   * Returns which boxes of a list the window meets: bit i for box {@code first + i}. Empty boxes,
   * as {@link BoxGroups#emptyBoxes} makes them, are met by windows with infinite sides at most.
   *
   * @param count 0 to 64
   */
  long met(double[] boxes, int first, int count) {
    int at = BoxGroups.BOX * first;
    long met = 0;
    for (int i = 0; i < count; i++) {
      long beside = beside(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
      met |= ~beside >>> Long.SIZE - 1 << i;
      at += BoxGroups.BOX;
    }
    return met;
  }
}
