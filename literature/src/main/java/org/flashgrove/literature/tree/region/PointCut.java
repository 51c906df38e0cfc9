package org.flashgrove.literature.tree.region;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeView;

/** Split rule for an overflowing leaf. It differs between trees of regions. */
@FunctionalInterface
public interface PointCut {
  /**
   * Chooses a plane with points on both sides, perpendicular to x or y. At least two points differ
   * there.
   *
   * @param points entries (id, x, y)
   * @param region the leaf's region
   * @param parent the node above the leaf, whose entries are (child, minX, minY, maxX, maxY, ...);
   *     null above the root
   */
  void choose(EntryList points, Region region, NodeView parent, Cut cut);
}
