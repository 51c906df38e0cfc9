package org.flashgrove.grove.fence;

import java.util.Arrays;
import org.flashgrove.core.geometry.RectangleTest;

/**
 * Boxes of items and of groups of 16 consecutive items, rounded outwards to floats. A window is
 * compared with 16 boxes without branches, because the CPU would often mispredict branches.
 */
public final class BoxMasks {
  private static final int GROUP = BoxGroups.GROUP;
  private static final int OBJECT_BYTES = 32;
  private static final int ARRAY_BYTES = 16;

  private final int count;
  private final int[] boxes; // minX, minY, maxX, maxY as ordered bits of floats
  private final int[] groups;

  /** Creates empty boxes, which no window meets. */
  public BoxMasks(int count) {
    this.count = count;
    boxes = emptyBoxes(count);
    groups = emptyBoxes((count + GROUP - 1) / GROUP);
  }

  private static int[] emptyBoxes(int count) {
    int[] sides = new int[BoxGroups.BOX * count];
    Arrays.fill(sides, Integer.MAX_VALUE);
    for (int at = 0; at < sides.length; at += BoxGroups.BOX) {
      sides[at + 2] = Integer.MIN_VALUE;
      sides[at + 3] = Integer.MIN_VALUE;
    }
    return sides;
  }

  /** Sets the box of an item. The box must still be empty. */
  public void set(int index, double minX, double minY, double maxX, double maxY) {
    cover(boxes, index, minX, minY, maxX, maxY);
    cover(groups, index / GROUP, minX, minY, maxX, maxY);
  }

  private static void cover(int[] sides, int index, double x1, double y1, double x2, double y2) {
    int at = BoxGroups.BOX * index;
    sides[at] = Math.min(sides[at], notAbove(x1));
    sides[at + 1] = Math.min(sides[at + 1], notAbove(y1));
    sides[at + 2] = Math.max(sides[at + 2], notBelow(x2));
    sides[at + 3] = Math.max(sides[at + 3], notBelow(y2));
  }

  /**
   * Returns the largest float that is at most {@code value}, converted to an int. The ints of two
   * floats compare like the floats.
   */
  static int notAbove(double value) {
    float near = (float) value;
    return ordered(near > value ? Math.nextDown(near) : near);
  }

  /**
   * Returns the smallest float that is at least {@code value}, converted to an int. The ints of two
   * floats compare like the floats.
   */
  static int notBelow(double value) {
    float near = (float) value;
    return ordered(near < value ? Math.nextUp(near) : near);
  }

  private static int ordered(float value) {
    int bits = Float.floatToRawIntBits(value + 0.0f); // turns -0.0 into 0.0
    return bits ^ bits >> Integer.SIZE - 1 & Integer.MAX_VALUE;
  }

  /** Returns the number of groups of 16 items. */
  public int groups() {
    return groups.length / BoxGroups.BOX;
  }

  /** Copies the box of a group of 16 items, rounded outwards to floats. */
  public void groupBox(int group, double[] box) {
    for (int side = 0; side < BoxGroups.BOX; side++) {
      box[side] = value(groups[BoxGroups.BOX * group + side]);
    }
  }

  private static float value(int ordered) {
    return Float.intBitsToFloat(ordered ^ ordered >> Integer.SIZE - 1 & Integer.MAX_VALUE);
  }

  /**
   * Returns the first item, from {@code from} on, whose group may contain a match of a query. A
   * group is tested only when the search reaches its first item. If {@code from} lies inside a
   * group, the method therefore returns {@code from} without a test. Returns the number of items if
   * there is no such item.
   *
   * @param q minX, minY, maxX, maxY of the query rectangle
   */
  public int next(RectangleTest test, double[] q, int from) {
    int at = from;
    while (at < count && at % GROUP == 0 && !mayHold(test, q, at / GROUP)) {
      at += GROUP;
    }
    return Math.min(at, count);
  }

  private boolean mayHold(RectangleTest test, double[] q, int group) {
    int at = BoxGroups.BOX * group;
    double minX = value(groups[at]);
    double minY = value(groups[at + 1]);
    double maxX = value(groups[at + 2]);
    double maxY = value(groups[at + 3]);
    return test.mayHold(q[0], q[1], q[2], q[3], minX, minY, maxX, maxY);
  }

  /**
   * Returns which of up to 16 groups may meet a window, as bit i for group {@code first + i}.
   *
   * @param minX left side of the window, converted by {@link #notAbove}; {@code minY} likewise
   * @param maxX right side of the window, converted by {@link #notBelow}; {@code maxY} likewise
   */
  int metGroups(int first, int minX, int minY, int maxX, int maxY) {
    return met(groups, first, minX, minY, maxX, maxY);
  }

  /** Returns which items of a group may meet a window, as bit i for the i-th item. */
  int metOf(int group, int minX, int minY, int maxX, int maxY) {
    int first = group * GROUP;
    return met(boxes, first, minX, minY, maxX, maxY);
  }

  private static int met(int[] sides, int first, long minX, long minY, long maxX, long maxY) {
    int at = BoxGroups.BOX * first;
    int many = Math.min(GROUP, sides.length / BoxGroups.BOX - first);
    int met = 0;
    for (int i = 0; i < many; i++) {
      long apart =
          maxX - sides[at] | maxY - sides[at + 1] | sides[at + 2] - minX | sides[at + 3] - minY;
      met |= (int) (~apart >>> Long.SIZE - 1) << i;
      at += BoxGroups.BOX;
    }
    return met;
  }

  /** Returns the heap memory that this object takes, in bytes. */
  public long bytes() {
    return OBJECT_BYTES + 2 * ARRAY_BYTES + (long) Integer.BYTES * (boxes.length + groups.length);
  }
}
