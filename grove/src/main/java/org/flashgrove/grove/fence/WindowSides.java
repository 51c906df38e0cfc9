package org.flashgrove.grove.fence;

/**
 * Sides of a closed window for comparisons without branches. Branches would be slow, because the
 * CPU cannot predict which boxes meet a window.
 *
 * <p>The difference of two doubles has its sign bit set exactly if the first is less. This holds
 * even if the difference overflows or underflows, or if one of the doubles is infinite. Zeros of
 * both signs must count as equal, so the window stores lower sides as -0.0 and upper sides as 0.0.
 */
public final class WindowSides {
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;

  /**
   * Sets the window.
   *
   * @param window minX, minY, maxX, maxY; sides may be infinite but not NaN
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

  public double minX() {
    return minX;
  }

  public double minY() {
    return minY;
  }

  public double maxX() {
    return maxX;
  }

  public double maxY() {
    return maxY;
  }

  /** Returns a negative number exactly if a box with finite sides does not intersect the window. */
  public long beside(double x1, double y1, double x2, double y2) {
    return Double.doubleToRawLongBits(maxX - x1)
        | Double.doubleToRawLongBits(x2 - minX)
        | Double.doubleToRawLongBits(maxY - y1)
        | Double.doubleToRawLongBits(y2 - minY);
  }

  /** Returns whether the window contains box {@code index} of an array, whose sides are finite. */
  public boolean holds(double[] boxes, int index) {
    int at = BoxGroups.BOX * index;
    long outside =
        Double.doubleToRawLongBits(boxes[at] - minX)
            | Double.doubleToRawLongBits(boxes[at + 1] - minY)
            | Double.doubleToRawLongBits(maxX - boxes[at + 2])
            | Double.doubleToRawLongBits(maxY - boxes[at + 3]);
    return outside >= 0;
  }

  /**
   * Returns which boxes of an array meet the window, as bit i for box {@code first + i}. Bits of
   * empty boxes ({@link BoxGroups#emptyBoxes}) are 0 if the sides of the window are finite.
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
