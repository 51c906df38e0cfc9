package org.flashgrove.indexes.query;

import org.flashgrove.core.node.NodeView;

/**
 * Window search within a node, for trees that know more about a node than bounds, such as regions
 * or an order. Serves one search at a time.
 */
@FunctionalInterface
public interface NodeScan {
  /**
   * Finds the entries that a window search follows or reports.
   *
   * @param slots receives the slots of the matching entries: in leaves of objects that intersect
   *     the closed window, in internal nodes of children that may contain such objects. Its length
   *     must be at least {@link NodeView#count()}
   * @return the number of matching entries
   */
  int intersecting(NodeView node, double minX, double minY, double maxX, double maxY, int[] slots);
}
