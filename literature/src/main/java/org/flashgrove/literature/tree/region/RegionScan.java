package org.flashgrove.literature.tree.region;

import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.query.NodeScan;

/**
 * Window search in a region tree. The upper bounds of regions are exclusive, so neighbouring
 * regions have no common point. A search for a point therefore reads one node per level. It reads
 * more only where a hash of ids separates points with equal coordinates.
 */
final class RegionScan implements NodeScan {
  @Override
  public int intersecting(
      NodeView node, double minX, double minY, double maxX, double maxY, int[] slots) {
    if (node.level() == 0) {
      return node.intersecting(minX, minY, maxX, maxY, slots);
    }
    int found = 0;
    int count = node.count();
    for (int slot = 0; slot < count; slot++) {
      if (minX < node.real(3, slot)
          && minY < node.real(4, slot)
          && maxX >= node.real(1, slot)
          && maxY >= node.real(2, slot)) {
        slots[found++] = slot;
      }
    }
    return found;
  }
}
