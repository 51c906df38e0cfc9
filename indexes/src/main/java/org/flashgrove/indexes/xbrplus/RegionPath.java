package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodePath;

/**
 * The path from the root to the only leaf whose region contains a point, with the regions of the
 * nodes on the path.
 */
final class RegionPath {
  private final XbrPlusLayout layout;
  private final NodePath path = new NodePath(XbrPlusLayout.NODE_WORDS);
  private final long[] header = new long[NodeView.HEADER_WORDS];

  RegionPath(XbrPlusLayout layout) {
    this.layout = layout;
  }

  /** Returns the nodes. */
  NodePath nodes() {
    return path;
  }

  /**
   * Descends to the leaf; reads and pins every internal node.
   *
   * @param point the point's full address
   * @return 0, or the level of a node that has no quadrant with the point
   */
  int follow(NodeOperation operation, Address point) {
    path.start(operation);
    for (int level = path.height(); level > 0; level--) {
      int slot = layout.smallestCovering(path.read(level), 0, point);
      if (slot < 0) {
        return level;
      }
      path.step(level, slot);
    }
    return 0;
  }

  /** Computes the quadrant of the node at a level, which is the whole space for the root. */
  void quadrant(int level, Address into) {
    if (level == path.height()) {
      into.setWhole();
    } else {
      layout.quadrant(path.entries(), path.entryAt(level), into);
    }
  }

  /** Returns whether a node above a level has an entry whose quadrant lies inside a quadrant. */
  boolean isCutAbove(int level, Address quadrant) {
    for (int above = level + 1; above <= path.height(); above++) {
      if (layout.hasInside(path.view(above), quadrant)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the header of a node with a region, or null for a leaf. Valid until the next call. */
  long[] header(int level, Address region) {
    if (level == 0) {
      return null;
    }
    region.copyTo(header);
    return header;
  }
}
