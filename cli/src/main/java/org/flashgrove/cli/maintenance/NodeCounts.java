package org.flashgrove.cli.maintenance;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.ExtentAccumulator;

/**
 * Visitor that counts the nodes of each level and the entries, and computes their common bounds.
 */
final class NodeCounts implements NodeVisitor {
  private final List<Long> nodes = new ArrayList<>();
  private final ExtentAccumulator covered = new ExtentAccumulator();
  private long entries;

  @Override
  public void node(
      int level,
      long nodeId,
      long parentId,
      int entryCount,
      double minX,
      double minY,
      double maxX,
      double maxY) {
    while (nodes.size() <= level) {
      nodes.add(0L);
    }
    nodes.set(level, nodes.get(level) + 1);
    covered.accept(nodeId, minX, minY, maxX, maxY);
  }

  @Override
  public void entry(long id, double minX, double minY, double maxX, double maxY) {
    entries++;
    covered.accept(id, minX, minY, maxX, maxY);
  }

  /**
   * Returns the number of levels up to the highest level with nodes. Lower levels count even if
   * they have no nodes.
   */
  int levels() {
    return nodes.size();
  }

  /** Returns the number of nodes of a level. Level 0 has the leaves. */
  long nodes(int level) {
    return nodes.get(level);
  }

  long entries() {
    return entries;
  }

  /** Returns the bounds of all nodes and entries, or a point if there are none. */
  Extent extent() {
    return covered.extent().orElse(new Extent(0, 0, 0, 0));
  }
}
