package org.flashgrove.indexes.query;

import org.flashgrove.core.node.NodeView;

/**
 * How a tree that knows more of its nodes than their bounds (regions, an order) finds what a window
 * meets in them. Serves one search at a time.
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
