package org.flashgrove.indexes.query;

import org.flashgrove.core.node.NodeView;

/**
 * Window search within a node of a tree that knows more than bounds, such as regions or an order.
 * Serves one search at a time.
 */
@FunctionalInterface
public interface NodeScan {
  /**
   * Finds the entries that a search for all objects in a window follows or reports.
   *
   * @param slots gets their slots: in leaves those of all objects that share a point with the
   *     closed window, in internal nodes those of all children below which there may be such
   *     objects; at least {@link NodeView#count()} long
   * @return how many there are
   */
  int intersecting(NodeView node, double minX, double minY, double maxX, double maxY, int[] slots);
}
