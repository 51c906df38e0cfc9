package org.flashgrove.core.structure;

/**
 * Statistics of one level of a tree.
 *
 * @param level the level; leaves have level 0
 * @param nodes number of nodes, including overflow nodes
 * @param entries number of entries in these nodes
 * @param overflow statistics of overflow nodes, which no parent refers to
 * @param averageFill number of entries divided by capacity, 0 to 1
 * @param coverageArea sum of the areas of the nodes' bounds, in square units of the coordinates; 0
 *     without bounds
 * @param overlapArea sum of the areas that two entries of the same node share. Each pair counts
 *     once (FESTIval counts it twice); 0 without bounds
 * @param deadSpaceArea sum, over all nodes, of the area within the node's bounds that no entry
 *     covers; 0 without bounds
 */
public record LevelStructure(
    int level,
    long nodes,
    long entries,
    OverflowStructure overflow,
    double averageFill,
    double coverageArea,
    double overlapArea,
    double deadSpaceArea) {
  /** Returns the average number of entries per node. */
  public double averageEntries() {
    return perNode(entries);
  }

  /** Returns the average area of a node's bounds. */
  public double averageCoverageArea() {
    return perNode(coverageArea);
  }

  /** Returns the average overlap area per node. */
  public double averageOverlapArea() {
    return perNode(overlapArea);
  }

  /** Returns the average dead space of a node: the area within its bounds that no entry covers. */
  public double averageDeadSpaceArea() {
    return perNode(deadSpaceArea);
  }

  private double perNode(double sum) {
    return nodes == 0 ? 0 : sum / nodes;
  }
}
