package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodeFill;
import org.flashgrove.indexes.tree.NodePath;
import org.flashgrove.indexes.tree.SplitCount;

/**
 * Insertion into an xBR+-tree. It descends to the leaf whose region contains the point, and splits
 * nodes on the way back up.
 *
 * <p>Parts of the space without points have no nodes. If no quadrant of a node contains the point,
 * a child for the whole region of the node is created. An insertion without splits allocates
 * nothing.
 */
final class Insertion {
  private final XbrPlusLayout layout;
  private final NodeFill fill;
  private final boolean blind;
  private final RegionPath regions;
  private final NodePath path;
  private final SplitCount splits;
  private final LeafSplit leafSplit;
  private final NodeSplit nodeSplit;
  private final Address point = new Address();
  private final Address region = new Address();
  private final Address quadrant = new Address();
  private final EntryList leafOwn;
  private final SplitParts leafParts;
  private final EntryList nodeOwn;
  private final SplitParts nodeParts;
  private final EntryList single = new EntryList(XbrPlusLayout.NODE_WORDS, 2);
  private final long[] leafEntry = new long[XbrPlusLayout.LEAF_WORDS];
  private final long[] changed = new long[XbrPlusLayout.NODE_WORDS];
  private final long[] made = new long[XbrPlusLayout.NODE_WORDS];

  Insertion(XbrPlusConfig config, XbrPlusLayout layout, RegionPath regions, SplitCount splits) {
    this.layout = layout;
    this.fill = config.fill();
    this.blind = config.blind();
    this.regions = regions;
    this.path = regions.nodes();
    this.splits = splits;
    leafSplit = new LeafSplit(config, layout);
    nodeSplit = new NodeSplit(config, layout, splits);
    leafOwn = new EntryList(XbrPlusLayout.LEAF_WORDS, fill.leafCapacity() + 1);
    leafParts =
        new SplitParts(
            new EntryList(XbrPlusLayout.LEAF_WORDS, fill.leafCapacity() + 1),
            new EntryList(XbrPlusLayout.LEAF_WORDS, fill.leafCapacity() + 1),
            quadrant);
    nodeOwn = new EntryList(XbrPlusLayout.NODE_WORDS, fill.nodeCapacity() + 1);
    nodeParts =
        new SplitParts(
            new EntryList(XbrPlusLayout.NODE_WORDS, fill.nodeCapacity() + 1),
            new EntryList(XbrPlusLayout.NODE_WORDS, fill.nodeCapacity() + 2),
            quadrant);
  }

  /** Inserts an entry of five words: id and rectangle, which is a point. */
  void insert(NodeOperation operation, long[] entry) {
    System.arraycopy(entry, 0, leafEntry, 0, leafEntry.length);
    layout.pointAddress(leafEntry, 0, point);
    try {
      int level = regions.follow(operation, point);
      if (level > 0) {
        makeBranch(operation, level);
      } else if (path.leafHasRoom(fill.leafCapacity(), blind)) {
        operation.add(path.node(0), 0, leafEntry);
        grow(0);
      } else {
        overflowLeaf(operation);
      }
    } finally {
      path.releaseAll();
    }
  }

  /**
   * Enlarges the bounding rectangles (DBRs) in the parents of the nodes from a level upwards. Stops
   * at the first rectangle that need not grow.
   */
  private void grow(int from) {
    for (int level = from; level < path.height(); level++) {
      if (!enlarge(path.entries(), path.entryAt(level))) {
        return;
      }
      System.arraycopy(path.entries(), path.entryAt(level), changed, 0, changed.length);
      path.operation().change(path.node(level + 1), level + 1, changed);
    }
  }

  /**
   * Enlarges the bounding rectangle (DBR) of an entry by the new point. Returns whether it changed.
   */
  private boolean enlarge(long[] words, int at) {
    double x = Double.longBitsToDouble(leafEntry[1]);
    double y = Double.longBitsToDouble(leafEntry[2]);
    boolean held =
        Rectangles.covers(
            Double.longBitsToDouble(words[at + 1]),
            Double.longBitsToDouble(words[at + 2]),
            Double.longBitsToDouble(words[at + 3]),
            Double.longBitsToDouble(words[at + 4]),
            x,
            y,
            x,
            y);
    if (!held) {
      for (int axis = 1; axis <= 2; axis++) {
        double added = Double.longBitsToDouble(leafEntry[axis]);
        if (added < Double.longBitsToDouble(words[at + axis])) {
          words[at + axis] = leafEntry[axis];
        }
        if (added > Double.longBitsToDouble(words[at + axis + 2])) {
          words[at + axis + 2] = leafEntry[axis];
        }
      }
    }
    return !held;
  }

  /**
   * Creates a leaf for the point and the nodes between this leaf and the node at {@code level}. No
   * quadrant in that node contains the point, so the node receives an entry for the topmost new
   * node.
   */
  private void makeBranch(NodeOperation operation, int level) {
    regions.quadrant(level, region);
    leafOwn.clear();
    leafOwn.add(leafEntry, 0);
    EntryList content = leafOwn;
    for (int below = 0; below < level; below++) {
      long[] header = regions.header(below, region);
      long created = operation.create(below, header, content, 0, content.count());
      layout.describe(created, below, content, region, made, 0);
      XbrPlusLayout.setCut(
          made, 0, true); // all other quadrants of the node are cut out of this one
      single.clear();
      single.add(made, 0);
      content = single;
    }
    NodeView node = path.view(level);
    if (node.count() < fill.nodeCapacity()) {
      operation.add(path.node(level), level, made);
      grow(level);
    } else {
      nodeOwn.clear();
      nodeOwn.add(made, 0); // first, because its address is a prefix of all others
      nodeOwn.addAll(node);
      overflow(operation, level, nodeOwn);
    }
  }

  private void overflowLeaf(NodeOperation operation) {
    NodeView leaf = path.view(0);
    leafOwn.clear();
    leafOwn.addAll(leaf);
    leafOwn.insert(layout.nodes().leaf().order().position(leaf, leafEntry, 0), leafEntry, 0);
    overflow(operation, 0, leafOwn);
  }

  /** Splits the node of a level, and then each ancestor that overflows because of this. */
  private void overflow(NodeOperation operation, int fromLevel, EntryList fromOwn) {
    EntryList own = fromOwn;
    int level = fromLevel;
    while (true) {
      regions.quadrant(level, region);
      SplitParts parts = level == 0 ? leafParts : nodeParts;
      if (level == 0) {
        leafSplit.split(own, region, parts);
      } else {
        nodeSplit.split(operation, own, region, level, parts);
      }
      EntryList rest = parts.rest();
      EntryList part = parts.part();
      long node = path.node(level);
      operation.replace(node, level, regions.header(level, region), rest, 0, rest.count());
      long created =
          operation.create(level, regions.header(level, quadrant), part, 0, part.count());
      splits.split(level);
      layout.describe(created, level, part, quadrant, made, 0);
      layout.describe(node, level, rest, region, changed, 0);
      XbrPlusLayout.setCut(changed, 0, true);
      if (level == path.height()) {
        makeRoot(operation, level + 1);
        return;
      }
      level++;
      NodeView parent = path.view(level);
      boolean cut = layout.hasInside(parent, quadrant) || regions.isCutAbove(level, quadrant);
      XbrPlusLayout.setCut(made, 0, cut);
      if (parent.count() < fill.nodeCapacity()) {
        operation.change(path.node(level), level, changed);
        operation.add(path.node(level), level, made);
        grow(level);
        return;
      }
      parentEntries(parent, path.slot(level - 1));
      own = nodeOwn;
    }
  }

  private void makeRoot(NodeOperation operation, int level) {
    single.clear();
    single.add(changed, 0);
    single.add(made, 0);
    region.setWhole();
    operation.root(operation.create(level, regions.header(level, region), single, 0, 2), level);
  }

  /**
   * Collects the entries of the parent after a split: replaces the entry in a slot by the changed
   * one, and inserts the entry of the new node.
   */
  private void parentEntries(NodeView parent, int slot) {
    nodeOwn.clear();
    nodeOwn.addAll(parent);
    System.arraycopy(changed, 0, nodeOwn.words(), slot * changed.length, changed.length);
    nodeOwn.insert(layout.firstBehind(parent, 0, quadrant), made, 0);
  }
}
