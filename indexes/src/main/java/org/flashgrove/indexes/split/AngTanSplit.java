package org.flashgrove.indexes.split;

import org.flashgrove.core.node.EntryList;

/**
 * The linear split of Ang and Tan (SSD 1997, LNCS 1262, 339-349).
 *
 * <p>For each axis, the entries form two lists. An entry belongs to the list of the nearer side of
 * the node's box; ties go to the high side. The larger lists of both axes are compared, and the
 * axis whose larger list has fewer entries is chosen. Ties go to the axis whose lists' boxes
 * overlap less, then to the axis with the smaller sum of their areas, then to x.
 *
 * <p>The paper defines no minimum, and a list may even be empty. Here a list below the minimum gets
 * the nearest entries of the other list until it reaches the minimum. The C library FESTIval leaves
 * such nodes too small. It also measures the overlap between all pairs of entries instead of the
 * boxes.
 */
final class AngTanSplit implements SplitAlgorithm {
  private static final int AXES = 2;

  private final SplitGroups groups = new SplitGroups();
  private final double[][] distances = new double[4][];
  private final boolean[][] high = new boolean[AXES][];
  private final int[] highs = new int[AXES];
  private final double[] extent = new double[4];
  private final double[] boxes = new double[8];

  @Override
  public int partition(EntryList entries, int minimum) {
    load(entries);
    int count = entries.count();
    int axis = axis(entries);
    moveUpTo(minimum, axis, count);
    groups.start(count);
    for (int i = 0; i < count; i++) {
      if (high[axis][i]) {
        groups.second.take(i);
      } else {
        groups.first.take(i);
      }
    }
    return groups.arrange(entries);
  }

  /**
   * Computes the distances of all entries to the four sides of the node's box, and divides the
   * entries into two lists for each axis.
   */
  private void load(EntryList entries) {
    int count = entries.count();
    if (high[0] == null || high[0].length < count) {
      for (int axis = 0; axis < AXES; axis++) {
        high[axis] = new boolean[count];
        distances[axis] = new double[count];
        distances[axis + 2] = new double[count];
      }
    }
    for (int side = 0; side < 4; side++) {
      extent[side] = entries.real(0, BOUNDS + side);
      for (int i = 1; i < count; i++) {
        double value = entries.real(i, BOUNDS + side);
        extent[side] = side < 2 ? Math.min(extent[side], value) : Math.max(extent[side], value);
      }
    }
    for (int axis = 0; axis < AXES; axis++) {
      highs[axis] = 0;
      for (int i = 0; i < count; i++) {
        distances[axis][i] = entries.real(i, BOUNDS + axis) - extent[axis];
        distances[axis + 2][i] = extent[axis + 2] - entries.real(i, BOUNDS + axis + 2);
        high[axis][i] = !(distances[axis][i] < distances[axis + 2][i]);
        highs[axis] += high[axis][i] ? 1 : 0;
      }
    }
  }

  private int axis(EntryList entries) {
    int count = entries.count();
    int largerX = Math.max(highs[0], count - highs[0]);
    int largerY = Math.max(highs[1], count - highs[1]);
    if (largerX != largerY) {
      return largerX < largerY ? 0 : 1;
    }
    boundLists(entries, 0);
    double overlapX = overlap();
    double areaX = areas();
    boundLists(entries, 1);
    double overlapY = overlap();
    if (overlapX != overlapY) {
      return overlapY < overlapX ? 1 : 0;
    }
    return areas() < areaX ? 1 : 0;
  }

  /**
   * Computes the box of each list of an axis. The list of the low side comes first. An empty list
   * has an empty box.
   */
  private void boundLists(EntryList entries, int axis) {
    for (int at = 0; at < 8; at++) {
      boxes[at] = at % 4 < 2 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    }
    for (int i = 0; i < entries.count(); i++) {
      int at = high[axis][i] ? 4 : 0;
      boxes[at] = Math.min(boxes[at], entries.real(i, BOUNDS));
      boxes[at + 1] = Math.min(boxes[at + 1], entries.real(i, BOUNDS + 1));
      boxes[at + 2] = Math.max(boxes[at + 2], entries.real(i, BOUNDS + 2));
      boxes[at + 3] = Math.max(boxes[at + 3], entries.real(i, BOUNDS + 3));
    }
  }

  private double overlap() {
    double width = Math.min(boxes[2], boxes[6]) - Math.max(boxes[0], boxes[4]);
    double height = Math.min(boxes[3], boxes[7]) - Math.max(boxes[1], boxes[5]);
    return width > 0 && height > 0 ? width * height : 0;
  }

  private double areas() {
    double low = boxes[0] <= boxes[2] ? (boxes[2] - boxes[0]) * (boxes[3] - boxes[1]) : 0;
    double top = boxes[4] <= boxes[6] ? (boxes[6] - boxes[4]) * (boxes[7] - boxes[5]) : 0;
    return low + top;
  }

  /**
   * Moves entries of an axis from one list to the other until both have at least {@code minimum}
   * entries. The low list belongs to the lower side of the node's box, and the high list to the
   * upper side. The entries nearest to the side of the growing list move first. Ties go to the
   * first entry.
   */
  private void moveUpTo(int minimum, int axis, int count) {
    boolean toHigh = highs[axis] < minimum;
    double[] distance = distances[toHigh ? axis + 2 : axis];
    int missing = minimum - (toHigh ? highs[axis] : count - highs[axis]);
    for (; missing > 0; missing--) {
      int nearest = -1;
      for (int i = 0; i < count; i++) {
        boolean movable = high[axis][i] != toHigh;
        if (movable && (nearest < 0 || distance[i] < distance[nearest])) {
          nearest = i;
        }
      }
      high[axis][nearest] = toHigh;
    }
  }
}
