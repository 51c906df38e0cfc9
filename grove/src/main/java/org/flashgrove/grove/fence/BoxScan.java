package org.flashgrove.grove.fence;

/**
 * Reusable scan for the items of {@link BoxMasks} that may intersect a closed window. Not safe for
 * use by several threads.
 */
public final class BoxScan {
  private static final int GROUP = BoxGroups.GROUP;

  private int minX;
  private int minY;
  private int maxX;
  private int maxY;
  private BoxMasks boxes;
  private int firstGroup; // of the 16 whose bits are left
  private int groupsLeft;
  private int first; // thing of the group whose bits are left
  private int left;

  /** Sets the window; sides may be infinite but not NaN. */
  public void window(double windowMinX, double windowMinY, double windowMaxX, double windowMaxY) {
    minX = BoxMasks.notAbove(windowMinX);
    minY = BoxMasks.notAbove(windowMinY);
    maxX = BoxMasks.notBelow(windowMaxX);
    maxY = BoxMasks.notBelow(windowMaxY);
  }

  /** Returns the first thing that the window may meet, or -1. */
  public int first(BoxMasks of) {
    boxes = of;
    firstGroup = 0;
    groupsLeft = of.metGroups(0, minX, minY, maxX, maxY);
    left = 0;
    return next();
  }

  /** Returns the next thing that the window may meet, or -1. */
  public int next() {
    while (left == 0) {
      while (groupsLeft == 0) {
        firstGroup += GROUP;
        if (firstGroup >= boxes.groups()) {
          return -1;
        }
        groupsLeft = boxes.metGroups(firstGroup, minX, minY, maxX, maxY);
      }
      int group = firstGroup + Integer.numberOfTrailingZeros(groupsLeft);
      groupsLeft &= groupsLeft - 1;
      first = group * GROUP;
      left = boxes.metOf(group, minX, minY, maxX, maxY);
    }
    int found = first + Integer.numberOfTrailingZeros(left);
    left &= left - 1;
    return found;
  }
}
