package org.flashgrove.indexes.xbrplus;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.bulk.BulkForm;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.indexes.bulk.NodePartition;
import org.flashgrove.indexes.bulk.NodeSink;
import org.flashgrove.indexes.bulk.PartitionForm;
import org.flashgrove.indexes.check.TreeRules;
import org.flashgrove.indexes.query.Search;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.SplitCount;
import org.flashgrove.indexes.tree.TreeAlgorithm;

/**
 * The xBR+-tree for points over any node store (G. Roumelis, M. Vassilakopoulos, T. Loukopoulos, A.
 * Corral, Y. Manolopoulos, <em>The xBR+-tree: An Efficient Access Method for Points</em>, DEXA
 * 2015, 43-58; the structure as in A. C. Carniel's thesis, 2019, section 8.3.1).
 *
 * <p>A balanced tree of quadrants of one square, the original space: an internal entry is a child,
 * the exact bound of the points below it (DBR), its quadrant, and whether the child's region is all
 * of it. Of nested quadrants in a node the smallest that holds a point has it, so the regions of a
 * level never overlap and an insertion, a deletion and a search for a point follow one way.
 *
 * <p>The papers were not at hand in full: details that are not in the thesis, such as the choice of
 * quadrants in splits and the whole of deletion, are described where they are done.
 *
 * <p>Points outside the original space are refused; it cannot grow.
 */
public final class XbrPlusTree implements TreeAlgorithm {
  private final XbrPlusConfig config;
  private final XbrPlusLayout layout;
  private final SplitCount splits = new SplitCount();
  private final Insertion insertion;
  private final Deletion deletion;

  /** Creates an xBR+-tree of a configuration. */
  public XbrPlusTree(XbrPlusConfig config) {
    this.config = config;
    layout = config.layout();
    RegionPath regions = new RegionPath(layout);
    insertion = new Insertion(config, layout, regions, splits);
    deletion = new Deletion(config, layout, regions);
  }

  /**
   * Opens the tree of a store, or creates an empty one in a store without a tree.
   *
   * @param store a store of {@link #layout(XbrPlusConfig)}; the tree closes it
   * @param config what the tree was created with
   * @throws org.flashgrove.core.spec.SpecException if a page does not hold as many entries as the
   *     configuration says
   */
  public static SpatialTree open(NodeStore store, XbrPlusConfig config) {
    return SpatialTree.open(store, new XbrPlusTree(config));
  }

  /** Returns the layout of the nodes of trees of a configuration. */
  public static TreeLayout layout(XbrPlusConfig config) {
    return config.layout().nodes();
  }

  @Override
  public TreeLayout layout() {
    return layout.nodes();
  }

  @Override
  public TreeRules rules() {
    NodeFill fill = config.fill();
    return new TreeRules(1, fill.leafCapacity(), 1, fill.nodeCapacity(), true);
  }

  @Override
  public void requireFits(int pageSize) {
    config.fill().requireFits(layout(), pageSize);
  }

  @Override
  public void requireHoldable(double minX, double minY, double maxX, double maxY) {
    Rectangles.requirePoint(minX, minY, maxX, maxY, "an xBR+-tree");
    layout.space().requireHolds(minX, minY);
  }

  @Override
  public void insert(NodeOperation operation, long[] entry) {
    insertion.insert(operation, entry);
  }

  @Override
  public boolean delete(NodeOperation operation, long[] entry) {
    return entry[1] == entry[3] && entry[2] == entry[4] && deletion.delete(operation, entry);
  }

  @Override
  public Search search() {
    return new Search(layout(), new RegionScan(layout));
  }

  @Override
  public BulkForm bulkForm() {
    return new PackedForm();
  }

  /** Returns the nodes split in two, those cut apart by a split above them included. */
  @Override
  public TreeStats figures() {
    return splits.figures();
  }

  @Override
  public void restore(TreeStats figures) {
    splits.restore(figures);
  }

  @Override
  public void check(NodeReader reader, Consumer<String> problems) {
    new RegionCheck(layout, reader, problems).run();
  }

  /** Node form for bulk loading, which partitions entries by the order of their addresses. */
  private final class PackedForm implements PartitionForm {
    private final Address address = new Address();

    @Override
    public Set<BulkOrder> orders() {
      return EnumSet.of(BulkOrder.ZORDER);
    }

    @Override
    public void requireHoldable(double minX, double minY, double maxX, double maxY) {
      XbrPlusTree.this.requireHoldable(minX, minY, maxX, maxY);
    }

    @Override
    public long majorKey(long id, double minX, double minY, double maxX, double maxY) {
      return layout.space().high(minX, minY) ^ Long.MIN_VALUE; // as a signed number
    }

    @Override
    public long minorKey(long id, double minX, double minY, double maxX, double maxY) {
      layout.pointAddress(id, minX, minY, address);
      return address.low() ^ Long.MIN_VALUE;
    }

    @Override
    public NodePartition partition(double fill, NodeSink nodes) {
      return new QuadrantPacking(config, layout, fill, nodes);
    }
  }
}
