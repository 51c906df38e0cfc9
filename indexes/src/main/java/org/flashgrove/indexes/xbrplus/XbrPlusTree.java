package org.flashgrove.indexes.xbrplus;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import org.flashgrove.core.geometry.Rectangles;
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
import org.flashgrove.indexes.tree.CountedTree;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * The xBR+-tree for points over any node store (G. Roumelis, M. Vassilakopoulos, T. Loukopoulos, A.
 * Corral, Y. Manolopoulos, <em>The xBR+-tree: An Efficient Access Method for Points</em>, DEXA
 * 2015, 43-58; described in A. C. Carniel's thesis, 2019, section 8.3.1).
 *
 * <p>It is a balanced tree of quadrants of one square, the original space. An internal entry has a
 * child, the exact bounding rectangle of the points below the child (DBR), the quadrant of the
 * child, and a flag. The flag says whether the region of the child is the complete quadrant. If
 * several quadrants in a node contain a point, the smallest one determines the child. The regions
 * of a level therefore never overlap, and an insertion, a deletion or a search for a point follows
 * one path.
 *
 * <p>The papers were not available in full. The thesis specifies neither the choice of quadrants in
 * splits nor a deletion. The classes that implement these parts describe them.
 *
 * <p>The tree rejects points outside the original space, which cannot grow. If the split of a node
 * also cuts a node below it, its statistics count a split of that node, too.
 */
public final class XbrPlusTree extends CountedTree {
  private final XbrPlusConfig config;
  private final XbrPlusLayout layout;
  private final Insertion insertion;
  private final Deletion deletion;

  /** Creates an xBR+-tree with the given configuration. */
  public XbrPlusTree(XbrPlusConfig config) {
    this(config, config.layout());
  }

  private XbrPlusTree(XbrPlusConfig config, XbrPlusLayout layout) {
    super(layout.nodes(), config.fill());
    this.config = config;
    this.layout = layout;
    RegionPath regions = new RegionPath(layout);
    insertion = new Insertion(config, layout, regions, counts);
    deletion = new Deletion(config, layout, regions);
  }

  /**
   * Opens the tree in a store, or creates an empty tree if the store has none.
   *
   * @param store a store with {@link #layout(XbrPlusConfig)}; closing the tree closes it
   * @param config the configuration with which the tree was created
   * @throws org.flashgrove.core.spec.SpecException if a page is too small for the configured
   *     capacities
   */
  public static SpatialTree open(NodeStore store, XbrPlusConfig config) {
    return SpatialTree.open(store, new XbrPlusTree(config));
  }

  /** Returns the node layout of trees with the given configuration. */
  public static TreeLayout layout(XbrPlusConfig config) {
    return config.layout().nodes();
  }

  @Override
  public TreeRules rules() {
    return new TreeRules(1, fill.leafCapacity(), 1, fill.nodeCapacity(), true);
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

  @Override
  public void check(NodeReader reader, Consumer<String> problems) {
    new RegionCheck(layout, reader, problems).run();
  }

  /** Format of nodes for bulk loading, which partitions entries by the order of their addresses. */
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
      return layout.space().high(minX, minY)
          ^ Long.MIN_VALUE; // as a signed number with the same order
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
