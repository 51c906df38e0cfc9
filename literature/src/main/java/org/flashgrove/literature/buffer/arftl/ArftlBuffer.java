package org.flashgrove.literature.buffer.arftl;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.literature.buffer.arftl.NodeAggregates.Row;
import org.flashgrove.literature.buffer.rftl.RftlBuffer;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.node.device.NodeDevice;

/**
 * Buffer of aRFTL (Pawlik and Macyna: Implementation of the aggregated R-tree over flash memory,
 * DASFAA 2012 workshops). It is RFTL with aggregates: for each entry of an internal node, it stores
 * the count, sum, minimum and maximum of the values of the objects below the entry. A query for one
 * of these numbers in a window therefore does not descend below rectangles inside the window.
 *
 * <p>The paper describes RFTL with aggregates and the query. In the paper, every insertion and
 * deletion writes index units (records of one change) for the entries on all levels of the path
 * from the root to the leaf. This happens even if the rectangle of an entry does not change. The
 * rest is our choice:
 *
 * <ul>
 *   <li>Aggregates are separate units {child, count, sum, minimum, maximum}. They are stored as
 *       another node whose id is the tree node's id with bit 62 set. The tree's layout and fan-out
 *       do not change, and queries without aggregates do not read them.
 *   <li>The value of an object is computed from its leaf entry ({@code measure}), because objects
 *       in trees of the library have no attributes.
 *   <li>Parents and aggregates of all nodes are also kept in memory, in addition to the buffer's
 *       memory limit. Only updates use them; queries read pages. Opening a store restores them by
 *       reading all internal nodes.
 *   <li>Sums are updated incrementally and accumulate rounding errors.
 *   <li>Bulk loading is not supported, because it writes nodes without units.
 * </ul>
 *
 * <p>The buffer works with the R-tree and the R*-tree, whose internal entries have five words. As
 * with RFTL, a crash restores the store to its last checkpoint.
 */
public final class ArftlBuffer extends RftlBuffer {
  /** Bit that is set in the ids of aggregates and in no id of a tree node. */
  private static final long AGGREGATES = 1L << 62;

  private static final int ENTRY_WORDS = 5;

  /**
   * Number of levels for which an operation reserves memory in the buffer. It is an estimate of the
   * height of a tree.
   */
  private static final int PATH = 8;

  private final Measure measure;
  private final NodeAggregates nodes = new NodeAggregates();
  private final long[] entry = new long[ENTRY_WORDS];
  private final long addedBytes;
  private boolean replaying;

  /**
   * Creates a buffer on a device with {@code placement=free}.
   *
   * @param layout a layout for which {@link #fits} is true
   */
  public ArftlBuffer(ArftlConfig config, NodeDevice device, TreeLayout layout) {
    super(config.rftl(), device, layout);
    if (!fits(layout)) {
      throw new IllegalArgumentException(
          "arftl: the index is no R-tree; use an R-tree, or rftl without aggregates");
    }
    measure = Measure.named(config.measure());
    addedBytes = (long) PATH * (NodeView.HEADER_WORDS + ENTRY_WORDS + PATH) * Long.BYTES;
  }

  /**
   * Returns whether the entries of a tree consist of an id and a rectangle on all levels, as in an
   * R-tree.
   */
  public static boolean fits(TreeLayout layout) {
    return isRTree(layout.leaf()) && isRTree(layout.internal());
  }

  private static boolean isRTree(NodeLayout entries) {
    return entries.words() == ENTRY_WORDS
        && entries.boundsWord() == 1
        && entries.boundsWords() == ENTRY_WORDS - 1
        && entries.order() == null;
  }

  @Override
  protected String name() {
    return "arftl";
  }

  @Override
  protected boolean isAdded(long nodeId) {
    return (nodeId & AGGREGATES) != 0;
  }

  @Override
  protected long ownerOf(long nodeId) {
    return nodeId & ~AGGREGATES;
  }

  @Override
  protected long addedBytes() {
    return addedBytes;
  }

  // Updates

  @Override
  protected void appended(ChangeKind kind, long nodeId, int level, long[] words, int at) {
    if (replaying || kind == ChangeKind.HEADER) {
      return;
    }
    Row row = nodes.row(nodeId, level);
    nodes.dirty(row);
    if (kind == ChangeKind.CREATE) {
      row.own.clear();
      row.extremesUnknown = false;
      if (level > 0) {
        appendAdded(ChangeKind.CREATE, nodeId | AGGREGATES, level, new long[ENTRY_WORDS]);
      }
    } else if (level == 0) {
      leafChanged(row, kind, valueOf(words, at));
    } else {
      childChanged(row, kind, nodes.row(words[at], level - 1));
    }
  }

  private double valueOf(long[] words, int at) {
    return measure.of(
        words[at],
        Double.longBitsToDouble(words[at + 1]),
        Double.longBitsToDouble(words[at + 2]),
        Double.longBitsToDouble(words[at + 3]),
        Double.longBitsToDouble(words[at + 4]));
  }

  private static void leafChanged(Row leaf, ChangeKind kind, double value) {
    if (kind == ChangeKind.ADD) {
      leaf.own.add(value);
    } else if (kind == ChangeKind.REMOVE) {
      leaf.extremesUnknown |= leaf.own.subtract(1, value, value, value);
    }
  }

  private void childChanged(Row row, ChangeKind kind, Row child) {
    Sums known = child.entry;
    if (kind == ChangeKind.REMOVE) {
      row.extremesUnknown |= row.own.subtract(known.count, known.sum, known.min, known.max);
      entry[0] = child.nodeId;
      appendAdded(ChangeKind.REMOVE, row.nodeId | AGGREGATES, row.level, entry);
      child.parent = child.parent == row ? null : child.parent;
    } else if (child.parent != row) {
      child.parent = row;
      row.own.add(known);
      nodes.dirty(child);
    }
  }

  @Override
  protected void deleted(long nodeId) {
    Row row = nodes.find(nodeId);
    if (row != null) {
      nodes.gone(row);
    }
    forgetAdded(nodeId | AGGREGATES);
  }

  /**
   * Updates the aggregates in the parents of changed nodes, level by level up to the root. Called
   * after all changes of a commit were published.
   */
  @Override
  public void published() {
    for (int level = 0; level < nodes.dirtyLevels(); level++) {
      List<Row> dirty = nodes.dirty(level);
      for (int i = 0; i < dirty.size(); i++) {
        Row row = dirty.get(i);
        row.isDirty = false;
        if (!row.isGone) {
          settle(row);
        }
      }
      dirty.clear();
    }
    for (Row row : nodes.gone()) {
      nodes.remove(row);
    }
    nodes.gone().clear();
  }

  private void settle(Row row) {
    if (row.extremesUnknown) {
      findExtremes(row);
    }
    Row parent = row.parent;
    if (parent == null || parent.isGone) {
      return;
    }
    Sums before = row.entry;
    boolean lost = parent.own.subtract(before.count, before.sum, before.min, before.max);
    parent.own.add(row.own);
    // An extreme value that was removed and added again is still known.
    parent.extremesUnknown |= lost && (row.own.min > before.min || row.own.max < before.max);
    before.copy(row.own);
    row.own.put(row.nodeId, entry);
    appendAdded(ChangeKind.CHANGE, parent.nodeId | AGGREGATES, parent.level, entry);
    nodes.dirty(parent);
  }

  /** Finds the minimum and maximum of the values below a node by reading the node's entries. */
  private void findExtremes(Row row) {
    row.extremesUnknown = false;
    row.own.clearExtremes();
    if (row.own.count == 0) {
      return;
    }
    NodePage image = pin(row.nodeId, row.level);
    for (int slot = 0; slot < image.count(); slot++) {
      if (row.level == 0) {
        double value = valueOf(image, slot);
        row.own.extend(value, value);
      } else {
        Sums child = nodes.row(image.word(0, slot), row.level - 1).entry;
        row.own.extend(child.min, child.max);
      }
    }
    release(image);
  }

  private double valueOf(NodePage leaf, int slot) {
    return measure.of(
        leaf.word(0, slot),
        leaf.real(1, slot),
        leaf.real(2, slot),
        leaf.real(3, slot),
        leaf.real(4, slot));
  }

  @Override
  public void forget(long nodeId) {
    throw new UnsupportedOperationException(
        "arftl: cannot bulk load, because it computes aggregates on insertion; insert the entries,"
            + " or use rftl");
  }

  // Opening a store

  @Override
  public void replaying() {
    replaying = true;
    super.replaying();
  }

  /**
   * Rebuilds the table of parents and aggregates by reading the stored aggregates of all internal
   * nodes. Called when a store is opened.
   */
  @Override
  public void replayed() {
    super.replayed();
    nodes.clear();
    forEachNode(
        (nodeId, level) -> {
          if (!isAdded(nodeId)) {
            Row row = nodes.row(nodeId, level);
            if (level > 0) {
              findChildren(row);
            }
          }
        });
    forEachNode(
        (nodeId, level) -> {
          if (!isAdded(nodeId)) {
            findOwn(nodes.row(nodeId, level));
          }
        });
    replaying = false;
  }

  private void findChildren(Row row) {
    int level = row.level;
    NodePage aggregates = pin(row.nodeId | AGGREGATES, level);
    for (int slot = 0; slot < aggregates.count(); slot++) {
      Row child = nodes.row(aggregates.word(0, slot), level - 1);
      child.parent = row;
      child.entry.take(aggregates, slot);
    }
    release(aggregates);
  }

  private void findOwn(Row row) {
    if (row.parent != null) {
      row.own.copy(row.entry);
      return;
    }
    NodePage image = pin(row.nodeId, row.level);
    for (int slot = 0; slot < image.count(); slot++) {
      if (row.level == 0) {
        row.own.add(valueOf(image, slot));
      } else {
        row.own.add(nodes.row(image.word(0, slot), row.level - 1).entry);
      }
    }
    release(image);
  }

  // Aggregate queries

  /**
   * Computes the aggregate of all entries whose rectangles intersect a window, as of the newest
   * commit. Changes by other threads wait until the query ends.
   *
   * @param nodes the tree that uses this buffer
   */
  public Aggregate aggregate(
      LoggedNodeStore nodes, double minX, double minY, double maxX, double maxY) {
    ReentrantLock lock = nodes.store().lock();
    lock.lock();
    try (NodeReader reader = nodes.snapshot()) {
      return aggregate(reader.root(), reader.height(), minX, minY, maxX, maxY);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Computes the aggregate of the entries below a root whose rectangles intersect a window. The
   * caller must hold the store lock.
   *
   * @param root id of the root; a negative id means that the tree is empty
   * @param level level of the root
   */
  Aggregate aggregate(long root, int level, double minX, double minY, double maxX, double maxY) {
    Sums sums = new Sums();
    if (root >= 0) {
      collect(root, level, new double[] {minX, minY, maxX, maxY}, sums);
    }
    return sums.value();
  }

  private void collect(long nodeId, int level, double[] window, Sums into) {
    NodePage image = pin(nodeId, level);
    NodePage aggregates = null;
    Sums child = new Sums();
    for (int slot = 0; slot < image.count(); slot++) {
      if (!intersects(window, image, slot)) {
        continue;
      }
      if (level == 0) {
        into.add(valueOf(image, slot));
      } else if (contains(window, image, slot)) {
        aggregates = aggregates == null ? pin(nodeId | AGGREGATES, level) : aggregates;
        entry[0] = image.word(0, slot);
        child.take(aggregates, aggregates.find(entry, 0));
        into.add(child);
      } else {
        collect(image.word(0, slot), level - 1, window, into);
      }
    }
    release(image);
    if (aggregates != null) {
      release(aggregates);
    }
  }

  private static boolean intersects(double[] window, NodePage node, int slot) {
    return node.real(1, slot) <= window[2]
        && node.real(3, slot) >= window[0]
        && node.real(2, slot) <= window[3]
        && node.real(4, slot) >= window[1];
  }

  private static boolean contains(double[] window, NodePage node, int slot) {
    return node.real(1, slot) >= window[0]
        && node.real(3, slot) <= window[2]
        && node.real(2, slot) >= window[1]
        && node.real(4, slot) <= window[3];
  }

  /** Returns a node's aggregate from the table in memory, for tests. */
  Aggregate known(long nodeId) {
    Row row = nodes.find(nodeId);
    return row == null ? Aggregate.NONE : row.own.value();
  }

  @Override
  protected long otherBytes() {
    return super.otherBytes() + nodes.usedBytes();
  }
}
