package org.flashgrove.literature.tree.region;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodePath;

/**
 * The path from the root to the leaf whose region contains a point. There is exactly one such path.
 */
record RegionPath(NodePath path) {

  /** Returns the nodes of the path. */
  NodePath nodes() {
    return path;
  }

  /**
   * Descends to the leaf whose region contains the point of the entry (id, x, y). Reads and pins
   * every internal node.
   */
  void follow(NodeOperation operation, long[] entry) {
    double x = Double.longBitsToDouble(entry[1]);
    double y = Double.longBitsToDouble(entry[2]);
    double tie = RegionLayout.tie(entry[0]);
    path.start(operation);
    for (int level = path.height(); level > 0; level--) {
      NodeView node = path.read(level);
      int slot = RegionLayout.slotOf(node, x, y, tie);
      if (slot < 0) {
        throw new DamagedStoreException(
            "tree", "page " + node.nodeId(), "no region holds x=" + x + " y=" + y);
      }
      path.step(level, slot);
    }
  }
}
