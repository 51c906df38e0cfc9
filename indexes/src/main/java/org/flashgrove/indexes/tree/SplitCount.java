package org.flashgrove.indexes.tree;

import org.flashgrove.core.index.TreeFigures;

/** Counts nodes split in two; a new object only when there is one more. */
public final class SplitCount {
  private TreeFigures figures = new TreeFigures(0, 0, 0);

  /** Returns the splits so far. */
  public TreeFigures figures() {
    return figures;
  }

  /** Resets the count to an earlier one, since the operations after it were undone. */
  public void restore(TreeFigures earlier) {
    figures = earlier;
  }

  /** Counts a split of a node of a level. */
  public void split(int level) {
    figures =
        level == 0
            ? new TreeFigures(figures.leafSplits() + 1, figures.internalSplits(), 0)
            : new TreeFigures(figures.leafSplits(), figures.internalSplits() + 1, 0);
  }
}
