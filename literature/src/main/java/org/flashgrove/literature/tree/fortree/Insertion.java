package org.flashgrove.literature.tree.fortree;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.chain.OverflowLink;
import org.flashgrove.indexes.rtree.LeastEnlargement;
import org.flashgrove.indexes.tree.Bounds;
import org.flashgrove.indexes.tree.CondenseTree;
import org.flashgrove.indexes.tree.NodePath;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.indexes.tree.SplitCount;

/**
 * Insertion of the FOR-tree. It chooses a leaf as an R-tree does, but treats a node and its
 * overflow nodes as one node. Where an R-tree would split a node, it adds an overflow node. It
 * turns frequently accessed overflow nodes into siblings of their primary node (merge-back).
 *
 * <p>A merge-back adds entries to the parent and can therefore cause merge-backs of nodes above.
 * With low thresholds, one node may even be merged back several times. All resulting nodes get an
 * entry in the node above. The C implementation FESTIval keeps only the nodes of the last
 * merge-back.
 *
 * <p>Arrays are indexed by level and reused.
 */
final class Insertion implements CondenseTree.Reinsertion {
  private final ForTreeConfig config;
  private final OverflowTable table;
  private final AccessCounts accesses;
  private final SplitCount counts;
  private final LeastEnlargement chooser;
  private final EntryShares shares;
  private final ChainedNode merged;
  private final SingleEntry single = new SingleEntry();
  private final long[] node = new long[SpatialTree.MAX_HEIGHT + 2];
  private final long[] holder = new long[SpatialTree.MAX_HEIGHT + 2];
  private final double[] bounds = new double[4 * (SpatialTree.MAX_HEIGHT + 2)];
  private final EntryList[] siblings = new EntryList[SpatialTree.MAX_HEIGHT + 2];
  private final long[] parentEntry = new long[ForTree.WORDS];
  private final long[] sibling = new long[ForTree.WORDS];
  private final long[] noHeader = new long[NodeView.HEADER_WORDS];
  private NodeOperation operation;

  Insertion(ForTreeConfig config, OverflowTable table, AccessCounts accesses, SplitCount counts) {
    this.config = config;
    this.table = table;
    this.accesses = accesses;
    this.counts = counts;
    int capacity = Math.max(config.fill().leafCapacity(), config.fill().nodeCapacity());
    chooser = new LeastEnlargement(capacity);
    shares = new EntryShares(config.order(), config.fill());
    merged = new ChainedNode(2 * capacity);
  }

  /** Starts an operation, to which later calls of {@link #insert} belong. */
  @Override
  public void begin(NodeOperation openOperation) {
    operation = openOperation;
  }

  /**
   * Inserts an entry into a node of the given level. Level 0 contains the leaves.
   *
   * @param entry five words: the id of an object or of a node one level below, and its rectangle
   * @param level level of the node, 0 to the tree's height
   */
  @Override
  public void insert(long[] entry, int level) {
    int height = SpatialTree.checkedHeight(operation);
    node[height] = operation.root();
    for (int at = height; at > level; at--) {
      chooseSubtree(at, entry);
    }
    siblings(level).clear();
    if (addElement(level, entry)) {
      propagate(level, height, entry);
    } else {
      adjust(level, height, entry);
    }
  }

  private EntryList siblings(int level) {
    if (siblings[level] == null) {
      siblings[level] = new EntryList(ForTree.WORDS, 4);
    }
    return siblings[level];
  }

  /**
   * Reads the node at a level of the path, with its overflow nodes, and chooses the child for an
   * entry. Remembers the child and in which of these nodes the child's entry is.
   */
  private void chooseSubtree(int level, long[] entry) {
    NodeView view = operation.read(node[level], level);
    NodePath.requireEntries(view);
    if (OverflowLink.goesOn(view)) {
      accesses.add(node[level]);
    }
    double growth = Double.POSITIVE_INFINITY;
    double area = Double.POSITIVE_INFINITY;
    boolean first = true;
    while (view != null) {
      if (view.count() > 0) {
        int best = chooser.choose(view, entry);
        double itsGrowth = chooser.growth(best);
        double itsArea = chooser.area(best);
        if (first || itsGrowth < growth || itsGrowth == growth && itsArea < area) {
          first = false;
          growth = itsGrowth;
          area = itsArea;
          take(view, best);
        }
      }
      view = OverflowLink.next(operation, view);
    }
  }

  private void take(NodeView view, int slot) {
    int below = view.level() - 1;
    holder[below] = view.nodeId();
    node[below] = view.word(0, slot);
    for (int i = 0; i < 4; i++) {
      bounds[4 * below + i] = view.real(1 + i, slot);
    }
  }

  /**
   * Adds an entry to the primary node of a level or to one of its overflow nodes.
   *
   * @return whether this caused a merge-back; its new nodes are then in {@link #siblings}
   */
  private boolean addElement(int level, long[] entry) {
    long primary = node[level];
    int capacity = config.fill().capacity(level);
    if (count(primary, level) < capacity) {
      operation.add(primary, level, entry);
      return false;
    }
    OverflowTable.Chain chain = table.find(operation, primary, level);
    if (chain == null) {
      table.append(operation, chain, primary, level, single.set(entry, 0));
      accesses.start(primary);
      return false;
    }
    int at = 0;
    while (at < chain.count() && count(chain.node(at), level) >= capacity) {
      at++;
    }
    if (at < chain.count()) {
      operation.add(chain.node(at), level, entry);
    } else {
      table.append(operation, chain, primary, level, single.set(entry, 0));
    }
    if (counts(primary)) {
      accesses.add(primary);
    }
    if (!config.policy().isDue(chain.count(), accesses.count(primary))) {
      return false;
    }
    mergeBack(primary, level);
    return true;
  }

  private int count(long nodeId, int level) {
    if (config.blind() || level > 0) {
      return operation.entryCount(nodeId, level);
    }
    NodeView view = operation.read(nodeId, level);
    int count = view.count();
    operation.release(view);
    return count;
  }

  private boolean counts(long primary) {
    return switch (config.accounting()) {
      case ALL -> true;
      case ROOT -> primary == operation.root();
      default -> false;
    };
  }

  /**
   * Distributes the entries of a node and its overflow nodes into shares. The node keeps the first
   * share. Each other share goes to an overflow node, which thereby becomes a primary node;
   * overflow nodes that are not needed are deleted. If the entries of a node do not change, only
   * its header is written.
   */
  private void mergeBack(long primary, int level) {
    merged.load(operation, table, primary, level);
    EntryList entries = merged.entries();
    shares.arrange(entries, level);
    int from = 0;
    for (int share = 0; share < shares.count(); share++) {
      int to = shares.end(share);
      sibling[0] = write(share, from, to);
      Bounds.of(entries, from, to, 3, sibling, 1);
      if (share > 0) {
        siblings[level].add(sibling, 0);
      }
      from = to;
    }
    for (int unused = shares.count(); unused < merged.count(); unused++) {
      operation.delete(merged.node(unused), level);
    }
    table.remove(primary);
    accesses.forget(primary);
    counts.mergeBack();
  }

  /**
   * Writes the entries {@code [from, to)} as the content of the node that gets a share. Returns the
   * node's id.
   */
  private long write(int share, int from, int to) {
    int level = merged.level();
    if (share >= merged.count()) {
      return operation.create(level, null, merged.entries(), from, to);
    }
    long nodeId = merged.node(share);
    boolean stays =
        shares.keepsOrder() && merged.start(share) == from && merged.start(share + 1) == to;
    if (stays) {
      operation.header(nodeId, level, noHeader);
    } else {
      operation.replace(nodeId, level, null, merged.entries(), from, to);
    }
    return nodeId;
  }

  /**
   * Computes the bounding rectangle of a primary node and its overflow nodes, and sets {@link
   * #parentEntry} to the entry for the parent.
   */
  private void fillParentEntry(long primary, int level) {
    parentEntry[0] = primary;
    merged.load(operation, table, primary, level);
    Bounds.of(merged.entries(), 0, merged.entries().count(), 3, parentEntry, 1);
  }

  /**
   * Adds an entry to the node above for each node that results from a merge-back. Continues upwards
   * as long as the added entries cause a further merge-back.
   */
  private void propagate(int from, int oldHeight, long[] entry) {
    int level = from;
    int height = oldHeight;
    boolean more = true;
    while (more) {
      fillParentEntry(node[level], level);
      if (level == height) {
        height++;
        node[height] = operation.create(height, null, single.set(parentEntry, 0).list(), 0, 1);
        operation.root(node[height], height);
      } else {
        operation.change(holder[level], level + 1, parentEntry);
      }
      EntryList added = siblings[level];
      level++;
      siblings(level).clear();
      more = false;
      for (int i = 0; i < added.count(); i++) {
        System.arraycopy(added.words(), i * ForTree.WORDS, sibling, 0, ForTree.WORDS);
        more |= addElement(level, sibling);
      }
    }
    adjust(level, height, entry);
  }

  /**
   * Runs the algorithm AdjustTree of the R-tree: enlarges the rectangles in the parents' entries.
   * Stops at the first rectangle that already contains the new rectangle.
   */
  private void adjust(int from, int height, long[] entry) {
    for (int level = from; level < height; level++) {
      if (!Bounds.grow(bounds, 4 * level, entry)) {
        return;
      }
      parentEntry[0] = node[level];
      for (int i = 0; i < 4; i++) {
        parentEntry[1 + i] = Double.doubleToRawLongBits(bounds[4 * level + i]);
      }
      operation.change(holder[level], level + 1, parentEntry);
    }
  }
}
