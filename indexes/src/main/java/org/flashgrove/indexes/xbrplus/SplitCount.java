package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.index.TreeFigures;

/** Counts nodes split in two; a new object only when there is one more. */
final class SplitCount {
  private TreeFigures figures = new TreeFigures(0, 0, 0);

  TreeFigures figures() {
    return figures;
  }

  void restore(TreeFigures earlier) {
    figures = earlier;
  }

  void split(int level) {
    figures =
        level == 0
            ? new TreeFigures(figures.leafSplits() + 1, figures.internalSplits(), 0)
            : new TreeFigures(figures.leafSplits(), figures.internalSplits() + 1, 0);
  }
}
