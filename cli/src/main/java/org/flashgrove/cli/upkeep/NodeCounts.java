package org.flashgrove.cli.upkeep;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.indexes.structure.NodeVisitor;

/** How many nodes each level has, how many entries there are, and what they all cover. */
final class NodeCounts implements NodeVisitor {
  private final List<Long> nodes = new ArrayList<>();
  private long entries;
  private double minX = Double.POSITIVE_INFINITY;
  private double minY = Double.POSITIVE_INFINITY;
  private double maxX = Double.NEGATIVE_INFINITY;
  private double maxY = Double.NEGATIVE_INFINITY;

  @Override
  public void node(
      int level,
      long nodeId,
      long parentId,
      int entryCount,
      double lowX,
      double lowY,
      double highX,
      double highY) {
    while (nodes.size() <= level) {
      nodes.add(0L);
    }
    nodes.set(level, nodes.get(level) + 1);
    cover(lowX, lowY, highX, highY);
  }

  @Override
  public void entry(long id, double lowX, double lowY, double highX, double highY) {
    entries++;
    cover(lowX, lowY, highX, highY);
  }

  private void cover(double lowX, double lowY, double highX, double highY) {
    minX = Math.min(minX, lowX);
    minY = Math.min(minY, lowY);
    maxX = Math.max(maxX, highX);
    maxY = Math.max(maxY, highY);
  }

  /** Returns the number of levels that have nodes, or would if those above them had. */
  int levels() {
    return nodes.size();
  }

  /** Returns the number of nodes of a level, 0 for that of leaves. */
  long nodes(int level) {
    return nodes.get(level);
  }

  /** Returns the number of entries. */
  long entries() {
    return entries;
  }

  /** Returns minX, minY, maxX, maxY of all nodes and entries; zeros if there are none. */
  double[] extent() {
    return minX <= maxX ? new double[] {minX, minY, maxX, maxY} : new double[4];
  }
}
