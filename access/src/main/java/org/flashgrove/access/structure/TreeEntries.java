package org.flashgrove.access.structure;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.statistics.BoxHistogram;
import org.flashgrove.indexes.tree.LevelVisitor;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.TreeSnapshot;
import org.jspecify.annotations.Nullable;

/** The entries of a tree at a snapshot. */
final class TreeEntries extends TreeSnapshot implements EntrySnapshot {
  private final TreeLayout layout;

  /**
   * Creates a view of the entries of a snapshot.
   *
   * @param nodes nodes at the snapshot; closing the view does not close the snapshot
   * @param announces whether searches request several leaves from the device before they read them
   */
  TreeEntries(SpatialTree tree, TreeLayout layout, NodeReader nodes, boolean announces) {
    super(tree, nodes, announces);
    this.layout = layout;
  }

  @Override
  public @Nullable TreeJoin treeJoin(EntrySnapshot right, RectangleTest test) {
    return right instanceof TreeEntries other
        ? new TreeJoin(joiner(other), reader(), other.reader(), test)
        : null;
  }

  @Override
  public @Nullable BoxHistogram histogram(int mostPages) {
    if (reader().height() == 0 || layout.chained()) {
      return null;
    }
    Boxes boxes = new Boxes(layout);
    LevelVisitor.visit(reader(), mostPages, boxes);
    return boxes.histogram(size(), reader().height());
  }

  /**
   * Collects boxes for a histogram. It receives levels of nodes from the root down, and keeps the
   * boxes of the children of the last level received.
   */
  private static final class Boxes implements LevelVisitor {
    private final TreeLayout layout;
    private final BoxHistogram.Builder boxes = new BoxHistogram.Builder();
    private int lastLevel;
    private int lastNodes;
    private int children;

    Boxes(TreeLayout layout) {
      this.layout = layout;
    }

    @Override
    public void level(int level, int nodes) {
      lastLevel = level;
      lastNodes = nodes;
      children = 0;
      boxes.clear();
    }

    @Override
    public void node(NodeView node) {
      int low = layout.at(node.level()).boundsWord();
      int high = layout.at(node.level()).upperBoundsWord();
      for (int slot = 0; slot < node.count(); slot++) {
        boxes.add(
            1,
            1,
            node.real(low, slot),
            node.real(low + 1, slot),
            node.real(high, slot),
            node.real(high + 1, slot));
      }
      children += node.count();
    }

    @Nullable BoxHistogram histogram(long entries, int height) {
      double ofNode = (double) children / Math.max(1, lastNodes);
      if (children == 0) {
        return null;
      }
      boxes.scalePages(Math.pow(ofNode, lastLevel - 1));
      return boxes.build(height, 1 / ofNode, entries);
    }
  }
}
