package org.flashgrove.indexes.query;

import org.flashgrove.core.node.NodeView;

/**
 * Window search within a node, for trees that know more about a node than the rectangles of its
 * entries, such as regions or an order of entries. Serves one search at a time.
 */
@FunctionalInterface
public interface NodeScan {
  /**
   * Finds the entries of a node that match a window.
   *
   * @param slots receives the slots of the matching entries. In a leaf, these are objects that
   *     intersect the closed window. In an internal node, these are children that may contain such
   *     objects. The length must be at least {@link NodeView#count()}
   * @return the number of matching entries
   */
  int intersecting(NodeView node, double minX, double minY, double maxX, double maxY, int[] slots);
}
