package org.flashgrove.efind.change;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.TreeLayout;

/**
 * Area and overlap of the modified entries of a node, cached until the node changes. Created only
 * for flushing policies that rank nodes by area or overlap.
 */
public final class ModifiedSpace {
  private static final double UNKNOWN = -1;

  private final double area;
  private double overlap = UNKNOWN;

  private ModifiedSpace(double area) {
    this.area = area;
  }

  /** Returns the area and overlap of a node's current modifications. */
  public static ModifiedSpace of(BufferedNode node, TreeLayout layout) {
    if (node.space == null) {
      node.space = new ModifiedSpace(areaOf(node, layout.at(node.level())));
    }
    return node.space;
  }

  /** Returns {@code part / whole}, or 1 if {@code whole} is 0. */
  public static double ratio(double part, double whole) {
    return whole > 0 ? part / whole : 1;
  }

  /** Returns the area of the rectangle that bounds the modified entries. */
  public double area() {
    return area;
  }

  /**
   * Returns the sum of the areas that two modified entries share, counting each pair of entries
   * once.
   */
  public double overlap(BufferedNode node, TreeLayout layout) {
    if (overlap == UNKNOWN) {
      overlap = overlapOf(node, layout.at(node.level()));
    }
    return overlap;
  }

  private static double areaOf(ModifiedEntries table, NodeLayout layout) {
    int low = layout.boundsWord();
    int high = layout.upperBoundsWord();
    double minX = Double.POSITIVE_INFINITY;
    double minY = Double.POSITIVE_INFINITY;
    double maxX = Double.NEGATIVE_INFINITY;
    double maxY = Double.NEGATIVE_INFINITY;
    for (int index = 0; index < table.count(); index++) {
      if (!table.isRemoved(index)) {
        minX = Math.min(minX, table.real(layout, low, index));
        minY = Math.min(minY, table.real(layout, low + 1, index));
        maxX = Math.max(maxX, table.real(layout, high, index));
        maxY = Math.max(maxY, table.real(layout, high + 1, index));
      }
    }
    return maxX > minX ? (maxX - minX) * (maxY - minY) : 0;
  }

  private static double overlapOf(ModifiedEntries table, NodeLayout layout) {
    int low = layout.boundsWord();
    if (low == layout.upperBoundsWord()) {
      return 0; // points do not overlap
    }
    double sum = 0;
    for (int a = 0; a < table.count(); a++) {
      for (int b = a + 1; b < table.count(); b++) {
        if (!table.isRemoved(a) && !table.isRemoved(b)) {
          double width = common(table, layout, low, a, b);
          double height = common(table, layout, low + 1, a, b);
          sum += Math.max(0, width) * Math.max(0, height);
        }
      }
    }
    return sum;
  }

  /**
   * Returns the length that the rectangles of rows {@code a} and {@code b} share in one dimension.
   *
   * @param low word of an entry with the lower side in this dimension
   */
  private static double common(ModifiedEntries table, NodeLayout layout, int low, int a, int b) {
    int high = low + 2;
    return Math.min(table.real(layout, high, a), table.real(layout, high, b))
        - Math.max(table.real(layout, low, a), table.real(layout, low, b));
  }
}
