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

  /** Returns the nodes on the path. */
  NodePath nodes() {
    return path;
  }

  /**
   * Descends to the leaf whose region contains a point. Reads and pins every internal node on the
   * path.
   *
   * @param point the point's full address
   * @return 0, or the level at which the descent ended because no quadrant in the node contains the
   *     point
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

  /**
   * Returns whether a node on the path above a level has an entry whose quadrant lies inside {@code
   * quadrant}.
   */
  boolean isCutAbove(int level, Address quadrant) {
    for (int above = level + 1; above <= path.height(); above++) {
      if (layout.hasInside(path.view(above), quadrant)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the header for a node with a region, or null for a leaf. The array is valid until the
   * next call.
   */
  long[] header(int level, Address region) {
    if (level == 0) {
      return null;
    }
    region.copyTo(header);
    return header;
  }
}
