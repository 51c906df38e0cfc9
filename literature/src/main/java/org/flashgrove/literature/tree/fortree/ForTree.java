package org.flashgrove.literature.tree.fortree;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.bulk.BulkForm;
import org.flashgrove.indexes.chain.OverflowLink;
import org.flashgrove.indexes.check.TreeRules;
import org.flashgrove.indexes.query.Search;
import org.flashgrove.indexes.rtree.RectangleForm;
import org.flashgrove.indexes.tree.CondenseTree;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.TreeAlgorithm;

/**
 * The FOR-tree (P. Jin, X. Xie, N. Wang, L. Yue: <em>Optimizing R-tree for flash memory</em>,
 * Expert Systems with Applications 42(10), 2015, 4676-4686) over any node store, its access counter
 * repaired.
 *
 * <p>Entries are those of an R-tree. A node that is full, the primary node, is not split but goes
 * on in overflow nodes, to which no parent refers; the parent's bound covers all of them. When they
 * have been accessed so often that a reorganisation would have paid ({@link MergeBackPolicy}), an
 * insertion makes them siblings of the primary node. Which accesses count is stated by {@link
 * OverflowAccounting}: the published rule lets a tree that is built without queries grow as one
 * chain (thesis, 6.7.3 and 8.2).
 *
 * <p>Of the paper only the abstract was at hand; its algorithms are known from FESTIval and the
 * thesis. Deviations: the Overflow Node Table is kept in the nodes' headers ({@link
 * OverflowTable}), so that it is as durable as the nodes; a merge-back does not write entries that
 * stay where they are; all nodes that come out of several merge-backs of one node are kept.
 * Counters of accesses are in memory ({@link AccessCounts}).
 *
 * <p>Merge-backs in the order of arrival leave nodes with fewer entries than the minimum, which is
 * thus a limit for deletions alone.
 */
public final class ForTree implements TreeAlgorithm {
  /** Entries of an R-tree; nodes go on in overflow nodes. */
  public static final TreeLayout LAYOUT =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(1, 36), true);

  /** Words of an entry, of any level. */
  static final int WORDS = 5;

  private final ForTreeConfig config;
  private final OverflowTable table = new OverflowTable();
  private final AccessCounts accesses = new AccessCounts();
  private final LongConsumer overflowed = accesses::add;
  private final Insertion insertion;
  private final CondenseTree deletion;
  private TreeStats figures = new TreeStats(0, 0, 0);

  /** Creates a FOR-tree of a configuration. */
  public ForTree(ForTreeConfig config) {
    this.config = config;
    insertion = new Insertion(config, table, accesses);
    deletion =
        new CondenseTree(
            config.fill(),
            level -> new ChainCopy(config.fill(), level, table, accesses),
            OverflowLink::goesOn,
            insertion);
  }

  /**
   * Opens the tree of a store, or creates an empty one in a store without a tree.
   *
   * @param store a store of {@link #LAYOUT}; the tree closes it
   * @param config what the tree was created with
   * @throws org.flashgrove.core.spec.SpecException if a page does not hold as many entries as the
   *     configuration says
   */
  public static SpatialTree open(NodeStore store, ForTreeConfig config) {
    return SpatialTree.open(store, new ForTree(config));
  }

  @Override
  public TreeLayout layout() {
    return LAYOUT;
  }

  @Override
  public TreeRules rules() {
    return new TreeRules(1, config.fill().leafCapacity(), 1, config.fill().nodeCapacity(), true);
  }

  @Override
  public void requireFits(int pageSize) {
    config.fill().requireFits(LAYOUT, pageSize);
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

  @Override
  public Search search() {
    return new Search(LAYOUT, overflowed);
  }

  @Override
  public LongConsumer overflowed() {
    return overflowed;
  }

  /**
   * Returns the figures; the same object as long as nothing was merged back, since each insertion
   * asks for them.
   */
  @Override
  public TreeStats figures() {
    table.committed();
    if (figures.mergeBacks() != insertion.mergeBacks()) {
      figures = new TreeStats(0, 0, 0, insertion.mergeBacks());
    }
    return figures;
  }

  @Override
  public void restore(TreeStats then) {
    table.undone();
    insertion.restore(then.mergeBacks());
  }

  @Override
  public void check(NodeReader reader, Consumer<String> problems) {
    table.check(reader, problems);
  }
}
