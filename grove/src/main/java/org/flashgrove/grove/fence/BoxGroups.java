package org.flashgrove.grove.fence;

import java.util.Arrays;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;

/**
 * Boxes of groups of 16 and of 256 consecutive items: an implicit tree above the items' boxes.
 *
 * <p>One thread may enlarge boxes while others search. A searching thread sees each box at least as
 * large as when it learned about the item, because each side only grows.
 */
public final class BoxGroups {
  /** Neighbours that share a box. */
  public static final int GROUP = 16;

  /** Coordinates of a box. */
  public static final int BOX = 4;

  private static final int LARGE_GROUP = GROUP * GROUP;
  private static final int OBJECT_BYTES = 32;
  private static final int ARRAY_BYTES = 16;

  private final int count;
  private final double[] groups;
  private final double[] largeGroups;

  /** Creates empty boxes for the groups of {@code count} items. */
  public BoxGroups(int count) {
    this.count = count;
    groups = emptyBoxes((count + GROUP - 1) / GROUP);
    largeGroups = emptyBoxes((count + LARGE_GROUP - 1) / LARGE_GROUP);
  }

  /** Creates a list of empty boxes, which no window intersects. */
  public static double[] emptyBoxes(int count) {
    double[] boxes = new double[BOX * count];
    Arrays.fill(boxes, Double.POSITIVE_INFINITY);
    for (int at = 0; at < boxes.length; at += BOX) {
      boxes[at + 2] = Double.NEGATIVE_INFINITY;
      boxes[at + 3] = Double.NEGATIVE_INFINITY;
    }
    return boxes;
  }

  /** Enlarges a box in a list to cover another box. */
  public static void cover(double[] boxes, int index, double x1, double y1, double x2, double y2) {
    int at = BOX * index;
    if (x1 < boxes[at]) {
      boxes[at] = x1;
    }
    if (y1 < boxes[at + 1]) {
      boxes[at + 1] = y1;
    }
    if (x2 > boxes[at + 2]) {
      boxes[at + 2] = x2;
    }
    if (y2 > boxes[at + 3]) {
      boxes[at + 3] = y2;
    }
  }

  /** Enlarges the boxes of an item's groups to cover its box. */
  public void cover(int index, double x1, double y1, double x2, double y2) {
    cover(groups, index / GROUP, x1, y1, x2, y2);
    cover(largeGroups, index / LARGE_GROUP, x1, y1, x2, y2);
  }

  /** Returns the number of groups of 16. */
  public int groups() {
    return groups.length / BOX;
  }

  /**
   * Copies the box of a group of 16; in an empty box, the left side is greater than the right side.
   */
  public void groupBox(int group, double[] box) {
    System.arraycopy(groups, BOX * group, box, 0, BOX);
  }

  /**
   * Returns the first item from index {@code from} in groups whose boxes may contain a match of a
   * query rectangle; the number of items if there is none.
   *
   * @param q minX, minY, maxX, maxY
   */
  public int next(RectangleTest test, double[] q, int from) {
    int at = from;
    while (at < count) {
      if (at % LARGE_GROUP == 0 && !mayHold(test, q, largeGroups, at / LARGE_GROUP)) {
        at += LARGE_GROUP;
      } else if (at % GROUP == 0 && !mayHold(test, q, groups, at / GROUP)) {
        at += GROUP;
      } else {
        return at;
      }
    }
    return count;
  }

  /**
   * Returns which boxes of a list intersect a window: bit i stands for box {@code first + i}. Bits
   * of empty boxes are undefined.
   *
   * @param count 0 to 64
   */
  public static long met(WindowSides window, double[] boxes, int first, int count) {
    return window.met(boxes, first, count);
  }

  /**
   * Returns which of up to 64 groups of 16 intersect a window: bit i stands for group {@code first
   * + i}.
   *
   * @param first less than {@link #groups}
   */
  public long metGroups(WindowSides window, int first) {
    return window.met(groups, first, Math.min(Long.SIZE, groups() - first));
  }

  /** Returns whether a box of a list may hold a match of a query rectangle. */
  public static boolean mayHold(RectangleTest test, double[] q, double[] boxes, int index) {
    int at = BOX * index;
    if (test == Predicate.INTERSECTS) {
      return q[0] <= boxes[at + 2]
          && boxes[at] <= q[2]
          && q[1] <= boxes[at + 3]
          && boxes[at + 1] <= q[3];
    }
    return test.mayHold(
        q[0], q[1], q[2], q[3], boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
  }

  /** Returns the bytes of memory. */
  public long bytes() {
    return OBJECT_BYTES + 2 * ARRAY_BYTES + 8L * (groups.length + largeGroups.length);
  }
}
