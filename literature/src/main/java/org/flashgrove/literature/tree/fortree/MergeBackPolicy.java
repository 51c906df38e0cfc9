package org.flashgrove.literature.tree.fortree;

import org.flashgrove.core.spec.SpecException;

/**
 * Decides when a merge-back is due, which turns the overflow nodes of a node into ordinary nodes. A
 * merge-back is due when accesses to the overflow nodes have cost more than the merge-back would.
 * By the cost model of Jin et al. (2015), this is after {@code ⌊(5k - 1) / 2⌋ · y / x} accesses,
 * where k is the number of overflow nodes.
 *
 * @param readCost cost x of reading a page, above 0
 * @param writeCost cost y of writing a page, above 0, in the same unit
 */
public record MergeBackPolicy(double readCost, double writeCost) {
  public MergeBackPolicy {
    require("x", readCost);
    require("y", writeCost);
  }

  private static void require(String key, double cost) {
    if (!(cost > 0 && cost <= Integer.MAX_VALUE)) {
      throw new SpecException(
          key + "=" + cost + " (allowed: above 0, at most " + Integer.MAX_VALUE + ")");
    }
  }

  /**
   * Returns whether a merge-back is due for a node with {@code overflowNodes} overflow nodes after
   * {@code accesses} accesses.
   */
  boolean isDue(int overflowNodes, int accesses) {
    return accesses * readCost >= (5L * overflowNodes - 1) / 2 * writeCost;
  }

  /**
   * Returns the minimum number of accesses after which the overflow nodes are turned into ordinary
   * nodes (merge-back).
   */
  double threshold(int overflowNodes) {
    return (5L * overflowNodes - 1) / 2 * (writeCost / readCost);
  }
}
