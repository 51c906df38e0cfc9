package org.flashgrove.core.index;

/**
 * Counts of a tree's operations since it was opened. Only committed operations count.
 *
 * @param leafSplits leaves split in two
 * @param internalSplits internal nodes split in two
 * @param reinsertions times a node overflowed and gave up some entries to be put in again (forced
 *     reinsertion of the R*-tree; dissolved nodes do not count)
 * @param mergeBacks times the overflow nodes of a node became nodes of their own (FOR-tree)
 */
public record TreeStats(long leafSplits, long internalSplits, long reinsertions, long mergeBacks) {
  /** Creates the figures of a tree without overflow nodes. */
  public TreeStats(long leafSplits, long internalSplits, long reinsertions) {
    this(leafSplits, internalSplits, reinsertions, 0);
  }
}
