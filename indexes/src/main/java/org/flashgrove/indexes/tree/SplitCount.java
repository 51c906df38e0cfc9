package org.flashgrove.indexes.tree;

import org.flashgrove.core.index.TreeStats;

/** Counts nodes split in two; a new object only when there is one more. */
public final class SplitCount {
  private TreeStats figures = new TreeStats(0, 0, 0);

  /** Returns the splits so far. */
  public TreeStats figures() {
    return figures;
  }

  /** Resets the count to an earlier one, since the operations after it were undone. */
  public void restore(TreeStats earlier) {
    figures = earlier;
  }

  /** Counts a split of a node of a level. */
  public void split(int level) {
    figures =
        level == 0
            ? new TreeStats(figures.leafSplits() + 1, figures.internalSplits(), 0)
            : new TreeStats(figures.leafSplits(), figures.internalSplits() + 1, 0);
  }
}
