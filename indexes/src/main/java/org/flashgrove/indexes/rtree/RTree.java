package org.flashgrove.indexes.rtree;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.index.TreeFigures;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.check.TreeRules;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.TreeAlgorithm;

/**
 * The R-tree (A. Guttman, SIGMOD 1984, 47-57) over any node store.
 *
 * <p>Leaves hold (object id, rectangle), internal nodes (child, exact bound of the child).
 * Comparisons are exact.
 */
public final class RTree implements TreeAlgorithm {
  /** Id and rectangle in leaves, child and bound in internal nodes: 36 logical bytes both. */
  public static final TreeLayout LAYOUT =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(1, 36));

  /** Words of an entry, of any level. */
  static final int WORDS = 5;

  private final RTreeConfig config;
  private final Insertion insertion;
  private final Deletion deletion;

  /** An R-tree of a configuration. */
  public RTree(RTreeConfig config) {
    this.config = config;
    this.insertion = new Insertion(config);
    this.deletion = new Deletion(config, insertion);
  }

  /**
   * Opens the tree of a store, or creates an empty one in a store without a tree.
   *
   * @param store a store of {@link #LAYOUT}; the tree closes it
   * @param config what the tree was created with
   * @throws SpecException if a page does not hold as many entries as the configuration says
   */
  public static SpatialTree open(NodeStore store, RTreeConfig config) {
    return SpatialTree.open(store, new RTree(config));
  }

  @Override
  public TreeLayout layout() {
    return LAYOUT;
  }

  @Override
  public TreeRules rules() {
    return new TreeRules(
        config.leafMinimum(),
        config.leafCapacity(),
        config.nodeMinimum(),
        config.nodeCapacity(),
        true);
  }

  @Override
  public void requireFits(int pageSize) {
    requireFits("leafcapacity", config.leafCapacity(), pageSize, LAYOUT.leaf());
    requireFits("nodecapacity", config.nodeCapacity(), pageSize, LAYOUT.internal());
  }

  private static void requireFits(String key, int capacity, int pageSize, NodeLayout layout) {
    int fits = NodePage.capacity(pageSize, layout);
    if (capacity > fits) {
      throw new SpecException(key + "=" + capacity + " (allowed: 3 to " + fits + ")");
    }
  }

  @Override
  public void create(NodeOperation operation) {
    operation.root(operation.create(0, null, new EntryList(WORDS, 1), 0, 0), 0);
  }

  @Override
  public void insert(NodeOperation operation, long[] entry) {
    insertion.insert(operation, entry, 0);
  }

  @Override
  public boolean delete(NodeOperation operation, long[] entry) {
    return deletion.delete(operation, entry);
  }

  /** Splits; no reinsertions, which only the R*-tree forces. */
  @Override
  public TreeFigures figures() {
    return new TreeFigures(insertion.leafSplits(), insertion.internalSplits(), 0);
  }

  @Override
  public void restore(TreeFigures figures) {
    insertion.resetSplits(figures.leafSplits(), figures.internalSplits());
  }

  /** Refuses an internal node without entries where a child is needed. */
  static void requireEntries(NodeView node) {
    if (node.count() < 1) {
      throw new DamagedStoreException(
          "tree", "page " + node.nodeId(), "internal node of level " + node.level() + " is empty");
    }
  }
}
