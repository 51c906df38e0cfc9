package org.flashgrove.indexes.tree;

import org.flashgrove.core.index.TreeFigures;

/** Counts nodes split in two; a new object only when there is one more. */
public final class SplitCount {
  private TreeFigures figures = new TreeFigures(0, 0, 0);

  /** Splits so far. */
  public TreeFigures figures() {
    return figures;
  }

  /** Takes back splits of an operation that was undone. */
  public void restore(TreeFigures earlier) {
    figures = earlier;
  }

  /** One more node of a level was split. */
  public void split(int level) {
    figures =
        level == 0
            ? new TreeFigures(figures.leafSplits() + 1, figures.internalSplits(), 0)
            : new TreeFigures(figures.leafSplits(), figures.internalSplits() + 1, 0);
  }
}
