package org.flashgrove.indexes.rtree;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.bulk.BulkForm;
import org.flashgrove.indexes.check.TreeRules;
import org.flashgrove.indexes.split.SplitAlgorithms;
import org.flashgrove.indexes.tree.CondenseTree;
import org.flashgrove.indexes.tree.CountedTree;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * The R-tree (A. Guttman, SIGMOD 1984, 47-57) and the R*-tree (N. Beckmann, H.-P. Kriegel, R.
 * Schneider, B. Seeger, SIGMOD 1990, 322-331) over any node store.
 *
 * <p>Leaf entries are (object id, rectangle). Internal entries are (child, exact bounding rectangle
 * of the child). Comparisons are exact. The two trees differ only in insertion. The R*-tree paper
 * does not discuss deletions. Here the entries that a deletion reinserts may force further
 * reinsertions, once per level and deletion.
 */
public final class RTree extends CountedTree {
  /**
   * Layout of the nodes. An entry has an id and a rectangle, or in internal nodes a child and its
   * bounding rectangle. It counts as 36 logical bytes.
   */
  public static final TreeLayout LAYOUT =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(1, 36));

  /** Number of words per entry at every level. */
  static final int WORDS = 5;

  private final Insertion insertion;
  private final CondenseTree deletion;

  /** Creates an R-tree with the given configuration. */
  public RTree(RTreeConfig config) {
    this(
        config.fill(),
        config.blind(),
        new LeastEnlargement(config.fill().nodeCapacity()),
        config.split(),
        ForcedReinsertion.never(config.fill()));
  }

  /** Creates an R*-tree with the given configuration. */
  public RTree(RStarConfig config) {
    this(
        config.fill(),
        config.blind(),
        new LeastOverlap(config.fill().nodeCapacity(), config.neighbours()),
        "rstar",
        new ForcedReinsertion(
            config.fill(),
            config.reinsertLeaf(),
            config.reinsertInner(),
            config.order() == RStarConfig.Order.CLOSE));
  }

  private RTree(
      NodeFill fill,
      boolean blind,
      SubtreeChooser chooser,
      String split,
      ForcedReinsertion reinsertion) {
    super(LAYOUT, fill);
    insertion =
        new Insertion(fill, blind, chooser, SplitAlgorithms.named(split), reinsertion, counts);
    deletion =
        new CondenseTree(
            fill, level -> new PlainCopy(fill.capacity(level)), node -> false, insertion);
  }

  /**
   * Opens the tree in a store, or creates an empty tree if the store has none.
   *
   * @param store a store with {@link #LAYOUT}; closing the tree closes it
   * @param config the configuration with which the tree was created
   * @throws org.flashgrove.core.spec.SpecException if a page is too small for the configured
   *     capacities
   */
  public static SpatialTree open(NodeStore store, RTreeConfig config) {
    return SpatialTree.open(store, new RTree(config));
  }

  @Override
  public TreeRules rules() {
    return new TreeRules(
        fill.leafMinimum(), fill.leafCapacity(), fill.nodeMinimum(), fill.nodeCapacity(), true);
  }

  @Override
  public void insert(NodeOperation operation, long[] entry) {
    insertion.begin(operation);
    insertion.insert(entry, 0);
  }

  @Override
  public boolean delete(NodeOperation operation, long[] entry) {
    return deletion.delete(operation, entry);
  }

  @Override
  public BulkForm bulkForm() {
    return new RectangleForm();
  }
}
