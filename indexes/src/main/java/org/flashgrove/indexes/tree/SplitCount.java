package org.flashgrove.indexes.tree;

import org.flashgrove.core.index.TreeStats;

/**
 * Counter of node splits, forced reinsertions and merge-backs. It creates a new {@link TreeStats}
 * object only when a count changes.
 */
public final class SplitCount {
  private TreeStats figures = new TreeStats(0, 0, 0);

  /** Returns the current counts. The same object is returned until a count changes. */
  public TreeStats figures() {
    return figures;
  }

  /** Resets the count to an earlier one, because later operations were undone. */
  public void restore(TreeStats earlier) {
    figures = earlier;
  }

  /** Counts a split of a node at a level. */
  public void split(int level) {
    long leaf = level == 0 ? 1 : 0;
    add(leaf, 1 - leaf, 0, 0);
  }

  /** Counts a forced reinsertion. */
  public void reinsertion() {
    add(0, 0, 1, 0);
  }

  /** Counts a merge-back. */
  public void mergeBack() {
    add(0, 0, 0, 1);
  }

  private void add(long leafSplits, long internalSplits, long reinsertions, long mergeBacks) {
    figures =
        new TreeStats(
            figures.leafSplits() + leafSplits,
            figures.internalSplits() + internalSplits,
            figures.reinsertions() + reinsertions,
            figures.mergeBacks() + mergeBacks);
  }
}
