package org.flashgrove.core.structure;

/**
 * Figures of one level of a tree.
 *
 * @param level 0 for leaves
 * @param nodes number of nodes, overflow nodes included
 * @param entries number of entries in them
 * @param overflow those that no parent refers to
 * @param averageFill entries by the room for entries, 0 to 1
 * @param coverageArea sum of the areas of the nodes' bounds, in square units of the coordinates; 0
 *     without bounds
 * @param overlapArea sum, over the nodes, of the areas that two entries of the same node share,
 *     each pair counted once (FESTIval counts it twice); 0 without bounds
 * @param deadSpaceArea sum, over the nodes, of the area of the node's bounds that none of its
 *     entries covers; 0 without bounds
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
  /** Creates the figures of a level without overflow nodes. */
  public LevelStructure(
      int level,
      long nodes,
      long entries,
      double averageFill,
      double coverageArea,
      double overlapArea,
      double deadSpaceArea) {
    this(
        level,
        nodes,
        entries,
        OverflowStructure.NONE,
        averageFill,
        coverageArea,
        overlapArea,
        deadSpaceArea);
  }

  /** Returns the entries per node. */
  public double averageEntries() {
    return perNode(entries);
  }

  /** Returns the area of a node's bounds. */
  public double averageCoverageArea() {
    return perNode(coverageArea);
  }

  /** Returns the overlap among a node's entries. */
  public double averageOverlapArea() {
    return perNode(overlapArea);
  }

  /** Returns the dead space of a node. */
  public double averageDeadSpaceArea() {
    return perNode(deadSpaceArea);
  }

  private double perNode(double sum) {
    return nodes == 0 ? 0 : sum / nodes;
  }
}
