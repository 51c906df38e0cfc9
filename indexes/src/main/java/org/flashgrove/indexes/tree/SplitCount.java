package org.flashgrove.indexes.tree;

import org.flashgrove.core.index.TreeStats;

/** Counter of node splits. It creates a new {@link TreeStats} object only when a count changes. */
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
    figures =
        level == 0
            ? new TreeStats(figures.leafSplits() + 1, figures.internalSplits(), 0)
            : new TreeStats(figures.leafSplits(), figures.internalSplits() + 1, 0);
  }
}
