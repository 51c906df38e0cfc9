package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.query.NodeScan;

/**
 * Window search in the nodes of an xBR+-tree. In internal nodes it uses regions and the bounding
 * rectangles of the points below (DBRs). In leaves it uses a plane sweep.
 *
 * <p>The DBR of an entry may extend over smaller quadrants that were cut out of the entry's
 * quadrant. If one of these covers the whole part of the DBR inside the window, the entry is
 * skipped, because its region has no points there. A search for a point therefore reads one node
 * per level.
 */
final class RegionScan implements NodeScan {
  private final XbrPlusLayout layout;
  private final Address shared = new Address();

  RegionScan(XbrPlusLayout layout) {
    this.layout = layout;
  }

  @Override
  public int intersecting(
      NodeView node, double minX, double minY, double maxX, double maxY, int[] slots) {
    return node.level() == 0
        ? sweep(node, minX, minY, maxX, maxY, slots)
        : regions(node, minX, minY, maxX, maxY, slots);
  }

  private int regions(
      NodeView node, double minX, double minY, double maxX, double maxY, int[] slots) {
    int found = 0;
    int count = node.count();
    for (int slot = 0; slot < count; slot++) {
      double x1 = Math.max(minX, node.real(1, slot));
      double y1 = Math.max(minY, node.real(2, slot));
      double x2 = Math.min(maxX, node.real(3, slot));
      double y2 = Math.min(maxY, node.real(4, slot));
      boolean meets = x1 <= x2 && y1 <= y2;
      if (meets && !(XbrPlusLayout.isCut(node, slot) && isOfOthers(node, slot, x1, y1, x2, y2))) {
        slots[found++] = slot;
      }
    }
    return found;
  }

  /**
   * Returns whether a smaller quadrant in the node completely covers the given part of an entry's
   * bounding rectangle (DBR).
   */
  private boolean isOfOthers(NodeView node, int slot, double x1, double y1, double x2, double y2) {
    layout.clip(x1, y1, x2, y2, shared);
    return layout.smallestCovering(node, slot + 1, shared) >= 0;
  }

  /**
   * Stores the slots of the points in a window. The entries of a leaf are ordered by x, so only
   * those between the left and the right side of the window are compared.
   */
  private static int sweep(
      NodeView leaf, double minX, double minY, double maxX, double maxY, int[] slots) {
    int count = leaf.count();
    int found = 0;
    for (int slot = firstNotLeft(leaf, minX); slot < count; slot++) {
      if (leaf.real(1, slot) > maxX) {
        break;
      }
      double y = leaf.real(2, slot);
      if (y >= minY && y <= maxY) {
        slots[found++] = slot;
      }
    }
    return found;
  }

  private static int firstNotLeft(NodeView leaf, double minX) {
    int low = 0;
    int high = leaf.count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (leaf.real(1, middle) < minX) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
