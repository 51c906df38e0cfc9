package org.flashgrove.literature.tree.region;

import java.util.function.Consumer;
import org.flashgrove.core.failure.UnsupportedGeometryException;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.check.TreeRules;
import org.flashgrove.indexes.query.Search;
import org.flashgrove.indexes.tree.CountedTree;
import org.flashgrove.indexes.tree.Domain;
import org.flashgrove.indexes.tree.NodePath;

/**
 * Balanced tree for points. Each node has a region, and the regions of the nodes on one level
 * partition the space. An internal entry consists of a child and the child's region. The regions in
 * a node are disjoint half-open boxes that cover the node's own region. Insertion, deletion and
 * search for a point therefore follow one path. Nodes have no minimum fill, and leaves may be
 * empty.
 *
 * <p>The tree rejects points outside of the domain. The domain is fixed when the tree is created.
 * Its statistics count forced splits, too, which cut a node because a node above it is split.
 */
public final class RegionTree extends CountedTree {
  private final RegionConfig config;
  private final Region whole = new Region();
  private final Insertion insertion;
  private final Deletion deletion;

  /**
   * Creates a tree.
   *
   * @param pointCut split rule for leaves
   */
  public RegionTree(RegionConfig config, PointCut pointCut) {
    super(RegionLayout.NODES, config.fill());
    this.config = config;
    Domain domain = config.domain();
    whole.setWhole(
        domain.minX() + 0.0, domain.minY() + 0.0, domain.maxX() + 0.0, domain.maxY() + 0.0);
    RegionPath path = new RegionPath(new NodePath(RegionLayout.NODE_WORDS));
    insertion = new Insertion(config, whole, path, pointCut, counts);
    deletion = new Deletion(config, path);
  }

  @Override
  public TreeRules rules() {
    return new TreeRules(0, fill.leafCapacity(), 1, fill.nodeCapacity(), false);
  }

  @Override
  public void requireHoldable(double minX, double minY, double maxX, double maxY) {
    Rectangles.requirePoint(minX, minY, maxX, maxY, "a " + config.name() + " tree");
    Domain domain = config.domain();
    if (!Rectangles.covers(
        domain.minX(), domain.minY(), domain.maxX(), domain.maxY(), minX, minY, maxX, maxY)) {
      throw new UnsupportedGeometryException(
          "point x="
              + minX
              + " y="
              + minY
              + " lies outside of the domain (allowed: "
              + domain
              + ")");
    }
  }

  @Override
  public void insert(NodeOperation operation, long[] entry) {
    insertion.insert(operation, entry);
  }

  @Override
  public boolean delete(NodeOperation operation, long[] entry) {
    return entry[1] == entry[3]
        && entry[2] == entry[4]
        && isInDomain(entry)
        && deletion.delete(operation, entry);
  }

  private boolean isInDomain(long[] entry) {
    double x = Double.longBitsToDouble(entry[1]);
    double y = Double.longBitsToDouble(entry[2]);
    return x >= whole.low(0) && x < whole.high(0) && y >= whole.low(1) && y < whole.high(1);
  }

  @Override
  public Search search() {
    return new Search(layout(), new RegionScan());
  }

  @Override
  public void check(NodeReader reader, Consumer<String> problems) {
    new RegionCheck(reader, problems).run(whole);
  }
}
