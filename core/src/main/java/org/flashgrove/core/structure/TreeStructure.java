package org.flashgrove.core.structure;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Statistics of a tree's structure, as in the snapshots of the C implementation FESTIval (Carniel's
 * thesis, 2019, table 7 and section 3.1.2.1).
 *
 * @param height level of the root; 0 if the root is a leaf
 * @param internalNodes number of nodes above the leaves
 * @param leafNodes number of leaves
 * @param entries number of entries in leaves
 * @param levels statistics by level, leaves first
 */
public record TreeStructure(
    int height, long internalNodes, long leafNodes, long entries, List<LevelStructure> levels) {

  /** Returns the number of entries in internal nodes. */
  public long internalEntries() {
    return levels.stream().skip(1).mapToLong(LevelStructure::entries).sum();
  }

  /** Returns the number of overflow nodes on all levels. No parent refers to an overflow node. */
  public long overflowNodes() {
    return levels.stream().mapToLong(level -> level.overflow().nodes()).sum();
  }

  /** Returns the number of entries in overflow nodes on all levels. */
  public long overflowEntries() {
    return levels.stream().mapToLong(level -> level.overflow().entries()).sum();
  }

  /** Returns the maximum number of overflow nodes that continue one node. */
  public int longestChain() {
    return levels.stream().mapToInt(level -> level.overflow().longestChain()).max().orElse(0);
  }

  /** Returns the average number of entries per node, over all levels. */
  public double averageEntries() {
    return perNode(LevelStructure::entries);
  }

  /**
   * Returns the average area of a node's bounds, over all levels, in square units of the
   * coordinates.
   */
  public double averageCoverageArea() {
    return perNode(LevelStructure::coverageArea);
  }

  /** Returns the average overlap area per node, over all levels. */
  public double averageOverlapArea() {
    return perNode(LevelStructure::overlapArea);
  }

  /** Returns the average dead space of a node: the area within its bounds that no entry covers. */
  public double averageDeadSpaceArea() {
    return perNode(LevelStructure::deadSpaceArea);
  }

  private double perNode(ToDoubleFunction<LevelStructure> sum) {
    long nodes = internalNodes + leafNodes;
    return nodes == 0 ? 0 : levels.stream().mapToDouble(sum).sum() / nodes;
  }
}
