package org.flashgrove.indexes.hilbert;

import java.util.function.Consumer;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.bulk.BulkForm;
import org.flashgrove.indexes.bulk.LevelForm;
import org.flashgrove.indexes.check.TreeRules;
import org.flashgrove.indexes.tree.CountedTree;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.NodePath;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * The Hilbert R-tree (I. Kamel, C. Faloutsos, <em>Hilbert R-tree: An Improved R-tree using
 * Fractals</em>, VLDB 1994, 500-509) over any node store.
 *
 * <p>Entries are ordered by the Hilbert value of their rectangles' centres, as in a B+-tree. An
 * internal entry contains the exact bounding rectangle of its child and the largest Hilbert value
 * (LHV) below the child. Splits are deferred: s full siblings are split into s + 1. Queries use
 * only the rectangles.
 *
 * <p>An object whose centre is outside the domain gets the value of the nearest point on the
 * domain's border. This only affects the order.
 */
public final class HilbertRTree extends CountedTree {
  private final HilbertConfig config;
  private final HilbertLayout layout;
  private final Insertion insertion;
  private final Deletion deletion;

  /** Creates a Hilbert R-tree with the given configuration. */
  public HilbertRTree(HilbertConfig config) {
    this(config, config.layout());
  }

  private HilbertRTree(HilbertConfig config, HilbertLayout layout) {
    super(layout.nodes(), config.fill());
    this.config = config;
    this.layout = layout;
    NodePath path = new NodePath(HilbertLayout.NODE_WORDS);
    Siblings siblings = new Siblings(config, layout);
    insertion = new Insertion(config, layout, path, siblings, counts);
    deletion = new Deletion(config, layout, path, siblings);
  }

  /**
   * Opens the tree in a store, or creates an empty tree if the store has none.
   *
   * @param store a store with the {@link #layout} of the configuration; closing the tree closes it
   * @param config the configuration with which the tree was created
   * @throws org.flashgrove.core.spec.SpecException if a page is too small for the configured
   *     capacities
   */
  public static SpatialTree open(NodeStore store, HilbertConfig config) {
    return SpatialTree.open(store, new HilbertRTree(config));
  }

  /** Returns the node layout of trees with the given configuration. */
  public static TreeLayout layout(HilbertConfig config) {
    return config.layout().nodes();
  }

  @Override
  public TreeRules rules() {
    NodeFill checked = config.checked();
    return new TreeRules(
        checked.leafMinimum(),
        checked.leafCapacity(),
        checked.nodeMinimum(),
        checked.nodeCapacity(),
        true);
  }

  @Override
  public void requireHoldable(double minX, double minY, double maxX, double maxY) {
    if (config.points()) {
      Rectangles.requirePoint(minX, minY, maxX, maxY, "a tree of objects=points");
    }
  }

  @Override
  public void insert(NodeOperation operation, long[] entry) {
    insertion.insert(operation, entry);
  }

  @Override
  public boolean delete(NodeOperation operation, long[] entry) {
    boolean point = entry[1] == entry[3] && entry[2] == entry[4];
    return (point || !config.points()) && deletion.delete(operation, entry);
  }

  @Override
  public BulkForm bulkForm() {
    return new PackedForm();
  }

  @Override
  public void check(NodeReader reader, Consumer<String> problems) {
    new HilbertCheck(layout, reader, problems).run();
  }

  /**
   * Format of nodes for bulk loading. Leaves store Hilbert values, and internal nodes store keys.
   */
  private final class PackedForm implements LevelForm {
    @Override
    public HilbertCurve curve() {
      return config.curve();
    }

    @Override
    public void requireHoldable(double minX, double minY, double maxX, double maxY) {
      HilbertRTree.this.requireHoldable(minX, minY, maxX, maxY);
    }

    @Override
    public void leafEntry(long[] entry, long[] into) {
      layout.encode(entry, into);
    }

    @Override
    public void childEntry(long childId, int childLevel, EntryList entries, long[] into) {
      layout.describe(childId, childLevel, entries, 0, entries.count(), into);
    }
  }
}
