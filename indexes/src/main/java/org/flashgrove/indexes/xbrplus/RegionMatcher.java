package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.query.NodeMatcher;

/**
 * Search by DBRs and regions, and by a plane sweep in leaves.
 *
 * <p>The DBR of a quadrant that others were cut out of may reach over them. An entry is passed over
 * if one smaller quadrant beside it holds all of its DBR that the window meets: its own region has
 * no part there. So a search for a point reads one node a level. Only tests come here that ask for
 * a point in the closed window.
 */
final class RegionMatcher implements NodeMatcher {
  private final XbrPlusLayout layout;
  private final Address shared = new Address();
  private RectangleTest test;
  private double minX;
  private double minY;
  private double maxX;
  private double maxY;

  RegionMatcher(XbrPlusLayout layout) {
    this.layout = layout;
  }

  @Override
  public void of(RectangleTest newTest, double x1, double y1, double x2, double y2) {
    test = newTest;
    minX = x1;
    minY = y1;
    maxX = x2;
    maxY = y2;
  }

  @Override
  public int match(NodeView node, int[] hits) {
    return node.level() == 0 ? sweep(node, hits) : regions(node, hits);
  }

  private int regions(NodeView node, int[] hits) {
    int matching = 0;
    int count = node.count();
    for (int slot = 0; slot < count; slot++) {
      double x1 = node.real(1, slot);
      double y1 = node.real(2, slot);
      double x2 = node.real(3, slot);
      double y2 = node.real(4, slot);
      if (test.mayHold(minX, minY, maxX, maxY, x1, y1, x2, y2)
          && !(XbrPlusLayout.isCut(node, slot) && isOfOthers(node, slot, x1, y1, x2, y2))) {
        hits[matching++] = slot;
      }
    }
    return matching;
  }

  /** Whether what the window meets of a DBR lies in a smaller quadrant of the node. */
  private boolean isOfOthers(NodeView node, int slot, double x1, double y1, double x2, double y2) {
    layout.clip(
        Math.max(minX, x1), Math.max(minY, y1), Math.min(maxX, x2), Math.min(maxY, y2), shared);
    return layout.smallestCovering(node, slot + 1, shared) >= 0;
  }

  /** From the first x not left of the window to the last not right of it. */
  private int sweep(NodeView leaf, int[] hits) {
    int count = leaf.count();
    int slot = firstNotLeft(leaf, count);
    int matching = 0;
    for (; slot < count; slot++) {
      double x = leaf.real(1, slot);
      if (x > maxX) {
        break;
      }
      double y = leaf.real(2, slot);
      if (test.matches(minX, minY, maxX, maxY, x, y, x, y)) {
        hits[matching++] = slot;
      }
    }
    return matching;
  }

  private int firstNotLeft(NodeView leaf, int count) {
    int low = 0;
    int high = count;
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
