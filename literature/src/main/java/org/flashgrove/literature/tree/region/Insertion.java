package org.flashgrove.literature.tree.region;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.NodePath;
import org.flashgrove.indexes.tree.SplitCount;

/**
 * Insertion into a region tree, in which the regions of the nodes on a level partition the space.
 * It descends to the leaf whose region contains the point, and splits full nodes on the way up. The
 * plane that splits a node may cross the regions of nodes below it. These nodes are split along the
 * same plane (forced splits). An insertion without splits allocates no memory.
 */
final class Insertion {
  private final NodeFill fill;
  private final boolean blind;
  private final Region whole;
  private final RegionPath regions;
  private final NodePath path;
  private final PointCut pointCut;
  private final SplitCount splits;
  private final NodeCut nodeCut;
  private final ForcedSplit forced;
  private final EntryList leafOwn;
  private final EntryList leafUpper;
  private final EntryList nodeOwn;
  private final EntryList nodeUpper;
  private final EntryList rootEntries = new EntryList(RegionLayout.NODE_WORDS, 2);
  private final long[] leafEntry = new long[RegionLayout.LEAF_WORDS];
  private final long[] changed = new long[RegionLayout.NODE_WORDS];
  private final long[] made = new long[RegionLayout.NODE_WORDS];
  private final Region region = new Region();
  private final Region part = new Region();
  private final Cut cut = new Cut();

  Insertion(
      RegionConfig config, Region whole, RegionPath regions, PointCut pointCut, SplitCount splits) {
    this.fill = config.fill();
    this.blind = config.blind();
    this.whole = whole;
    this.regions = regions;
    this.path = regions.nodes();
    this.pointCut = pointCut;
    this.splits = splits;
    nodeCut = new NodeCut(fill.nodeCapacity() + 1);
    forced = new ForcedSplit(splits);
    leafOwn = new EntryList(RegionLayout.LEAF_WORDS, fill.leafCapacity() + 1);
    leafUpper = new EntryList(RegionLayout.LEAF_WORDS, fill.leafCapacity() + 1);
    nodeOwn = new EntryList(RegionLayout.NODE_WORDS, fill.nodeCapacity() + 1);
    nodeUpper = new EntryList(RegionLayout.NODE_WORDS, fill.nodeCapacity() + 1);
  }

  /**
   * Inserts an entry of five words: an id and the four sides of a rectangle, which must be a point.
   */
  void insert(NodeOperation operation, long[] entry) {
    System.arraycopy(entry, 0, leafEntry, 0, leafEntry.length);
    try {
      regions.follow(operation, leafEntry);
      if (path.leafHasRoom(fill.leafCapacity(), blind)) {
        operation.add(path.node(0), 0, leafEntry);
      } else {
        splitLeaf(operation);
      }
    } finally {
      path.releaseAll();
    }
  }

  private void splitLeaf(NodeOperation operation) {
    leafOwn.clear();
    leafOwn.addAll(path.view(0));
    leafOwn.add(leafEntry, 0);
    setRegion(0);
    if (isOnePlace(leafOwn)) {
      cutTies(leafOwn);
    } else {
      pointCut.choose(leafOwn, region, path.height() == 0 ? null : path.view(1), cut);
    }
    ForcedSplit.dividePoints(leafOwn, cut, leafUpper);
    if (leafOwn.count() == 0 || leafUpper.count() == 0) {
      throw new IllegalStateException("leaf split at " + cut.value() + ": one side has no points");
    }
    replace(operation, 0, leafOwn, leafUpper);
    splitAbove(operation);
  }

  private static boolean isOnePlace(EntryList points) {
    for (int i = 1; i < points.count(); i++) {
      if (points.word(i, 1) != points.word(0, 1) || points.word(i, 2) != points.word(0, 2)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Chooses a cut for points with equal coordinates. It separates the points by the hashes of their
   * ids, so that about half of them are on each side.
   */
  private void cutTies(EntryList points) {
    double[] ties = new double[points.count()];
    for (int i = 0; i < ties.length; i++) {
      ties[i] = RegionLayout.tie(points.word(i, 0));
    }
    if (!MedianValue.choose(ties, ties.length, Region.TIES, cut)) {
      throw new IllegalArgumentException(
          "object "
              + leafEntry[0]
              + " at x="
              + Double.longBitsToDouble(leafEntry[1])
              + " y="
              + Double.longBitsToDouble(leafEntry[2])
              + ": too many equal points whose ids have the same hash (allowed: "
              + fill.leafCapacity()
              + ")");
    }
  }

  /** Sets {@link #region} to the region of the node at a level of the path. */
  private void setRegion(int level) {
    if (level == path.height()) {
      region.set(whole);
    } else {
      region.set(path.entries(), path.entryAt(level));
    }
  }

  /**
   * Writes the two nodes into which the node at a level of the path was split. Prepares the entries
   * of both nodes for the parent.
   *
   * @param lower entries of the node below the plane
   * @param upper entries of the node above the plane
   */
  private void replace(NodeOperation operation, int level, EntryList lower, EntryList upper) {
    long node = path.node(level);
    operation.replace(node, level, null, lower, 0, lower.count());
    long created = operation.create(level, null, upper, 0, upper.count());
    splits.split(level);
    part.set(region);
    part.keepLower(cut);
    RegionLayout.describe(node, part, changed, 0);
    part.set(region);
    part.keepUpper(cut);
    RegionLayout.describe(created, part, made, 0);
  }

  /** Adds the entries of the two nodes of a split to their parent, which may split as well. */
  private void splitAbove(NodeOperation operation) {
    for (int level = 1; level <= path.height(); level++) {
      NodeView node = path.view(level);
      if (node.count() < fill.nodeCapacity()) {
        operation.change(path.node(level), level, changed);
        operation.add(path.node(level), level, made);
        return;
      }
      nodeOwn.clear();
      nodeOwn.addAll(node);
      System.arraycopy(
          changed, 0, nodeOwn.words(), path.slot(level - 1) * changed.length, changed.length);
      nodeOwn.add(made, 0);
      setRegion(level);
      nodeCut.choose(nodeOwn, cut);
      forced.divide(operation, nodeOwn, level, cut, nodeUpper);
      replace(operation, level, nodeOwn, nodeUpper);
    }
    rootEntries.clear();
    rootEntries.add(changed, 0);
    rootEntries.add(made, 0);
    int level = path.height() + 1;
    operation.root(operation.create(level, null, rootEntries, 0, 2), level);
  }
}
