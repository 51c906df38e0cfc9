package org.example.kinds;

import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.check.TreeRules;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.TreeAlgorithm;

/** An R-tree with a linear split whose nodes of all levels have the same capacity. */
final class WideTree implements TreeAlgorithm {
  private final RTree tree;

  WideTree(NodeFill fill) {
    tree = new RTree(new RTreeConfig("linear", fill, true));
  }

  @Override
  public TreeLayout layout() {
    return tree.layout();
  }

  @Override
  public TreeRules rules() {
    return tree.rules();
  }

  @Override
  public void requireFits(int pageSize) {
    tree.requireFits(pageSize);
  }

  @Override
  public void insert(NodeOperation operation, long[] entry) {
    tree.insert(operation, entry);
  }

  @Override
  public boolean delete(NodeOperation operation, long[] entry) {
    return tree.delete(operation, entry);
  }

  @Override
  public TreeStats figures() {
    return tree.figures();
  }

  @Override
  public void restore(TreeStats figures) {
    tree.restore(figures);
  }
}
