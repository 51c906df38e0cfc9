package org.flashgrove.literature.tree.region;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeView;

/** Split rule for an overflowing leaf. Each kind of region tree has its own rule. */
@FunctionalInterface
public interface PointCut {
  /**
   * Chooses a plane perpendicular to x or y that has points on both sides. At least two points
   * differ in x or y.
   *
   * @param points entries (id, x, y)
   * @param region the leaf's region
   * @param parent the node above the leaf, whose entries are (child, minX, minY, maxX, maxY, ...);
   *     null if the leaf is the root
   * @param cut receives the plane
   */
  void choose(EntryList points, Region region, NodeView parent, Cut cut);
}
