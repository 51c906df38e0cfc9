package org.flashgrove.grove.fence;

/**
 * Finds the items of {@link BoxMasks} whose boxes may meet a closed window. Reusable; not safe for
 * use by several threads.
 */
public final class BoxScan {
  private static final int GROUP = BoxGroups.GROUP;

  private int minX;
  private int minY;
  private int maxX;
  private int maxY;
  private BoxMasks boxes;
  private int firstGroup; // first of the 16 groups that the bits in groupsLeft stand for
  private int groupsLeft;
  private int first; // first item of the group that the bits in left stand for
  private int left;

  /** Sets the window; sides may be infinite but not NaN. */
  public void window(double windowMinX, double windowMinY, double windowMaxX, double windowMaxY) {
    minX = BoxMasks.notAbove(windowMinX);
    minY = BoxMasks.notAbove(windowMinY);
    maxX = BoxMasks.notBelow(windowMaxX);
    maxY = BoxMasks.notBelow(windowMaxY);
  }

  /** Returns the first item that may meet the window, or -1. */
  public int first(BoxMasks of) {
    boxes = of;
    firstGroup = 0;
    groupsLeft = of.metGroups(0, minX, minY, maxX, maxY);
    left = 0;
    return next();
  }

  /** Returns the next item that may meet the window, or -1. */
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
