package org.flashgrove.indexes.rtree;

import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.index.TreeFigures;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.SpecException;

/**
 * The R-tree (A. Guttman, SIGMOD 1984, 47-57) over any node store.
 *
 * <p>Leaves hold (object id, rectangle), internal nodes (child, exact bound of the child). Each
 * insert, delete and update is one operation of the store. Comparisons are exact; a coordinate -0.0
 * is taken as 0.0.
 *
 * <p>Calls from several threads take turns. A visitor runs while its query holds that turn, with no
 * node pinned: it may query this tree again from its own thread, but not change or close it ({@link
 * IllegalStateException}), and it must not wait for another thread that uses the tree.
 *
 * <p>After {@link #close()} calls end in {@link StoreClosedException}.
 */
public final class RTree implements SpatialIndex {
  /** Id and rectangle in leaves, child and bound in internal nodes: 36 logical bytes both. */
  public static final TreeLayout LAYOUT =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(1, 36));

  /** Words of an entry, of any level. */
  static final int WORDS = 5;

  /** Highest level a root can have: with two entries a node, 64-bit ids are used up before. */
  static final int MAX_HEIGHT = 63;

  private final NodeStore store;
  private final ReentrantLock turn = new ReentrantLock();
  private final Insertion insertion;
  private final Deletion deletion;
  private final long[] entry = new long[WORDS];
  private final long[] moved = new long[WORDS];
  private Search idleSearch = new Search();
  private int searches;
  private long leafSplits;
  private long internalSplits;
  private boolean closed;

  private RTree(NodeStore store, RTreeConfig config) {
    this.store = store;
    this.insertion = new Insertion(config);
    this.deletion = new Deletion(config, insertion);
  }

  /**
   * Opens the tree of a store, or creates an empty one in a store without a tree.
   *
   * @param store a store of {@link #LAYOUT}; the tree closes it
   * @param config what the tree was created with
   * @throws SpecException if a page does not hold as many entries as the configuration says
   */
  public static RTree open(NodeStore store, RTreeConfig config) {
    requireFits("leafcapacity", config.leafCapacity(), store, LAYOUT.leaf());
    requireFits("nodecapacity", config.nodeCapacity(), store, LAYOUT.internal());
    boolean fresh;
    try (NodeReader reader = store.snapshot()) {
      fresh = reader.root() == NodeStore.NO_NODE;
    }
    if (fresh) {
      try (NodeOperation operation = store.begin()) {
        operation.root(operation.create(0, null, new EntryList(WORDS, 1), 0, 0), 0);
        operation.entries(0);
        operation.commit();
      }
    }
    return new RTree(store, config);
  }

  private static void requireFits(String key, int capacity, NodeStore store, NodeLayout layout) {
    int fits = NodePage.capacity(store.pageSize(), layout);
    if (capacity > fits) {
      throw new SpecException(key + "=" + capacity + " (allowed: 3 to " + fits + ")");
    }
  }

  @Override
  public void insert(long id, double minX, double minY, double maxX, double maxY) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    startChange();
    try (NodeOperation operation = store.begin()) {
      fill(entry, id, minX, minY, maxX, maxY);
      insertion.insert(operation, entry, 0);
      operation.entries(operation.entries() + 1);
      commit(operation);
    } finally {
      turn.unlock();
    }
  }

  @Override
  public boolean delete(long id, double minX, double minY, double maxX, double maxY) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    startChange();
    try (NodeOperation operation = store.begin()) {
      fill(entry, id, minX, minY, maxX, maxY);
      if (!deletion.delete(operation, entry)) {
        return false;
      }
      operation.entries(operation.entries() - 1);
      commit(operation);
      return true;
    } finally {
      turn.unlock();
    }
  }

  @Override
  public boolean update(long id, double[] from, double[] to) {
    Rectangles.requireValid(from[0], from[1], from[2], from[3]);
    Rectangles.requireValid(to[0], to[1], to[2], to[3]);
    startChange();
    try (NodeOperation operation = store.begin()) {
      fill(entry, id, from[0], from[1], from[2], from[3]);
      if (!deletion.delete(operation, entry)) {
        return false;
      }
      fill(moved, id, to[0], to[1], to[2], to[3]);
      insertion.insert(operation, moved, 0);
      commit(operation);
      return true;
    } finally {
      turn.unlock();
    }
  }

  /** Commits and keeps the figures; those of an operation that fails are forgotten. */
  private void commit(NodeOperation operation) {
    operation.commit();
    leafSplits = insertion.leafSplits();
    internalSplits = insertion.internalSplits();
  }

  /** Takes the turn for a change. */
  private void startChange() {
    turn.lock();
    try {
      requireOpen();
      if (searches > 0) {
        throw new IllegalStateException("a visitor must not change the tree it is searching");
      }
      insertion.resetSplits(leafSplits, internalSplits);
    } catch (RuntimeException refused) {
      turn.unlock();
      throw refused;
    }
  }

  @Override
  public long search(
      Predicate predicate,
      double minX,
      double minY,
      double maxX,
      double maxY,
      EntryVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    return run(predicate, minX, minY, maxX, maxY, visitor);
  }

  @Override
  public long count(Predicate predicate, double minX, double minY, double maxX, double maxY) {
    return run(predicate, minX, minY, maxX, maxY, null);
  }

  private long run(
      Predicate predicate,
      double minX,
      double minY,
      double maxX,
      double maxY,
      EntryVisitor visitor) {
    Objects.requireNonNull(predicate, "predicate");
    Rectangles.requireValid(minX, minY, maxX, maxY);
    turn.lock();
    try {
      requireOpen();
      Search search = idleSearch == null ? new Search() : idleSearch;
      idleSearch = null;
      searches++;
      search.of(predicate, minX, minY, maxX, maxY);
      try (NodeReader reader = store.snapshot()) {
        return search.run(reader, visitor);
      } finally {
        searches--;
        idleSearch = search;
      }
    } finally {
      turn.unlock();
    }
  }

  @Override
  public long size() {
    turn.lock();
    try {
      requireOpen();
      try (NodeReader reader = store.snapshot()) {
        return reader.entries();
      }
    } finally {
      turn.unlock();
    }
  }

  /** Splits since the tree was opened; no reinsertions, which only the R*-tree forces. */
  public TreeFigures figures() {
    turn.lock();
    try {
      return new TreeFigures(leafSplits, internalSplits, 0);
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void flush() {
    turn.lock();
    try {
      requireOpen();
      store.flush();
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void sync() {
    turn.lock();
    try {
      requireOpen();
      store.sync();
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void close() {
    turn.lock();
    try {
      if (searches > 0) {
        throw new IllegalStateException("a visitor must not close the tree it is searching");
      }
      if (!closed) {
        closed = true;
        store.close();
      }
    } finally {
      turn.unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreClosedException("the tree is closed");
    }
  }

  /** Writes the words of a leaf entry; -0.0 becomes 0.0, so that equal rectangles are one. */
  private static void fill(
      long[] words, long id, double minX, double minY, double maxX, double maxY) {
    words[0] = id;
    words[1] = Double.doubleToRawLongBits(minX + 0.0);
    words[2] = Double.doubleToRawLongBits(minY + 0.0);
    words[3] = Double.doubleToRawLongBits(maxX + 0.0);
    words[4] = Double.doubleToRawLongBits(maxY + 0.0);
  }

  /** The tree's height, if it is one that a tree can have. */
  static int checkedHeight(NodeReader reader) {
    int height = reader.height();
    if (height < 0 || height > MAX_HEIGHT) {
      throw new DamagedStoreException("catalog", "height", "impossible height " + height);
    }
    return height;
  }

  /** Refuses an internal node without entries where a child is needed. */
  static void requireEntries(NodeView node) {
    if (node.count() < 1) {
      throw new DamagedStoreException(
          "tree", "page " + node.nodeId(), "internal node of level " + node.level() + " is empty");
    }
  }
}
