package org.flashgrove.grove.fence;

import java.util.Arrays;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;

/**
 * Bounding boxes of groups of 16 and of groups of 256 consecutive items. A search tests the box of
 * a group before the boxes of its items. The two levels of groups thus form an implicit tree above
 * the items.
 *
 * <p>One thread may enlarge boxes while other threads search. Boxes never shrink. If the writer
 * enlarges the boxes of the groups before it publishes an item, every thread that sees the item
 * sees boxes that contain the item.
 */
public final class BoxGroups {
  /** Number of items in a group. */
  public static final int GROUP = 16;

  /** Number of coordinates of a box. */
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

  /** Creates an array of empty boxes, which meet no window. */
  public static double[] emptyBoxes(int count) {
    double[] boxes = new double[BOX * count];
    Arrays.fill(boxes, Double.POSITIVE_INFINITY);
    for (int at = 0; at < boxes.length; at += BOX) {
      boxes[at + 2] = Double.NEGATIVE_INFINITY;
      boxes[at + 3] = Double.NEGATIVE_INFINITY;
    }
    return boxes;
  }

  /** Extends box {@code index} of an array by another box. */
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

  /** Extends the boxes of the groups that contain item {@code index} by the box of this item. */
  public void cover(int index, double x1, double y1, double x2, double y2) {
    cover(groups, index / GROUP, x1, y1, x2, y2);
    cover(largeGroups, index / LARGE_GROUP, x1, y1, x2, y2);
  }

  /** Returns the number of groups of 16 items. */
  public int groups() {
    return groups.length / BOX;
  }

  /** Copies the box of a group of 16 items. An empty box has minX greater than maxX. */
  public void groupBox(int group, double[] box) {
    System.arraycopy(groups, BOX * group, box, 0, BOX);
  }

  /**
   * Returns the first item, from {@code from} on, whose groups may contain a match of a query. A
   * group is tested only when the search reaches its first item. If {@code from} lies inside a
   * group, the method therefore returns {@code from} without a test. Returns the number of items if
   * there is no such item.
   *
   * @param q minX, minY, maxX, maxY of the query rectangle
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
   * Returns which boxes of an array meet a window, as bit i for box {@code first + i}. Bits of
   * empty boxes are undefined.
   *
   * @param count 0 to 64
   */
  public static long met(WindowSides window, double[] boxes, int first, int count) {
    return window.met(boxes, first, count);
  }

  /**
   * Returns which of up to 64 groups of 16 items meet a window, as bit i for group {@code first +
   * i}.
   *
   * @param first less than {@link #groups}
   */
  public long metGroups(WindowSides window, int first) {
    return window.met(groups, first, Math.min(Long.SIZE, groups() - first));
  }

  /**
   * Returns whether box {@code index} of an array may contain a match of a query rectangle.
   *
   * @param q minX, minY, maxX, maxY of the query rectangle
   */
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

  /** Returns the heap memory that this object takes, in bytes. */
  public long bytes() {
    return OBJECT_BYTES + 2 * ARRAY_BYTES + 8L * (groups.length + largeGroups.length);
  }
}
