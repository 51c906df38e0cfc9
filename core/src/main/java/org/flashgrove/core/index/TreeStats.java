package org.flashgrove.core.index;

/**
 * Counts of a tree's operations since it was opened. Only committed operations count.
 *
 * @param leafSplits number of leaf splits
 * @param internalSplits number of splits of internal nodes
 * @param reinsertions number of forced reinsertions (R*-tree), in which an overflowing node
 *     reinserts some entries. Entries that are inserted again because their node was dissolved do
 *     not count
 * @param mergeBacks number of times that overflow nodes became regular nodes (FOR-tree)
 */
public record TreeStats(long leafSplits, long internalSplits, long reinsertions, long mergeBacks) {
  /** Creates the counters of a tree without overflow nodes. */
  public TreeStats(long leafSplits, long internalSplits, long reinsertions) {
    this(leafSplits, internalSplits, reinsertions, 0);
  }
}
