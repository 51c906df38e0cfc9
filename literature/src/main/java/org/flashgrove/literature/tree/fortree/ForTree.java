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
import org.flashgrove.indexes.tree.CountedTree;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * The FOR-tree (P. Jin, X. Xie, N. Wang, L. Yue: <em>Optimizing R-tree for flash memory</em>,
 * Expert Systems with Applications 42(10), 2015, 4676-4686) over any node store, with a corrected
 * access counter.
 *
 * <p>Entries have the form of R-tree entries. A full node, the primary node, is not split but
 * continues in overflow nodes. No parent refers to overflow nodes, but the parent's rectangle for
 * the primary node covers them. Once accesses to overflow nodes have cost as much as a
 * reorganisation ({@link MergeBackPolicy}), an insertion turns the overflow nodes into siblings of
 * the primary node (merge-back). {@link OverflowAccounting} defines which accesses count. By the
 * published rule, a tree built without queries grows as one chain of overflow nodes (Carniel's
 * thesis, 2019, sections 6.7.3 and 8.2).
 *
 * <p>Only the paper's abstract was available; the algorithms follow the C implementation FESTIval
 * and the thesis. Deviations:
 *
 * <ul>
 *   <li>The Overflow Node Table is stored in the nodes' headers ({@link OverflowTable}), so it is
 *       as durable as the nodes.
 *   <li>A merge-back does not write entries that stay in place.
 *   <li>If one node is merged back several times, all resulting nodes are kept.
 *   <li>Access counters are in memory ({@link AccessCounts}).
 * </ul>
 *
 * <p>A merge-back in order of arrival may leave a node with fewer entries than the minimum. The
 * minimum therefore applies only to deletions.
 */
public final class ForTree extends CountedTree {
  /** Layout of an R-tree whose nodes may have overflow nodes. */
  public static final TreeLayout LAYOUT =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(1, 36), true);

  /** Number of words per entry at every level. */
  static final int WORDS = 5;

  private final OverflowTable table = new OverflowTable();
  private final AccessCounts accesses = new AccessCounts();
  private final LongConsumer overflowed = accesses::add;
  private final Insertion insertion;
  private final CondenseTree deletion;

  public ForTree(ForTreeConfig config) {
    super(LAYOUT, config.fill());
    insertion = new Insertion(config, table, accesses, counts);
    deletion =
        new CondenseTree(
            config.fill(),
            level -> new ChainCopy(config.fill(), level, table, accesses),
            OverflowLink::goesOn,
            insertion);
  }

  /**
   * Opens the tree in a store, or creates an empty tree if the store has none.
   *
   * @param store a store with {@link #LAYOUT}; the tree closes it
   * @param config the configuration with which the tree was created
   * @throws org.flashgrove.core.spec.SpecException if a page is too small for the configured
   *     capacities
   */
  public static SpatialTree open(NodeStore store, ForTreeConfig config) {
    return SpatialTree.open(store, new ForTree(config));
  }

  @Override
  public TreeRules rules() {
    return new TreeRules(1, fill.leafCapacity(), 1, fill.nodeCapacity(), true);
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

  @Override
  public TreeStats figures() {
    table.committed();
    return super.figures();
  }

  @Override
  public void restore(TreeStats then) {
    table.undone();
    super.restore(then);
  }

  @Override
  public void check(NodeReader reader, Consumer<String> problems) {
    table.check(reader, problems);
  }
}
