package org.flashgrove.indexes.tree;

import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.node.TreeLayout;

/** Base class of algorithms that limit the number of entries in a node and count splits. */
public abstract class CountedTree implements TreeAlgorithm {
  /** Counter of node splits and reinsertions. */
  protected final SplitCount counts = new SplitCount();

  /** Limits on the number of entries in a node. */
  protected final NodeFill fill;

  private final TreeLayout layout;

  protected CountedTree(TreeLayout layout, NodeFill fill) {
    this.layout = layout;
    this.fill = fill;
  }

  @Override
  public final TreeLayout layout() {
    return layout;
  }

  @Override
  public final void requireFits(int pageSize) {
    fill.requireFits(layout, pageSize);
  }

  @Override
  public TreeStats figures() {
    return counts.figures();
  }

  @Override
  public void restore(TreeStats figures) {
    counts.restore(figures);
  }
}
