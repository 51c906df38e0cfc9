package org.flashgrove.indexes.tree;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.EntrySource;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.core.structure.TreeStructure;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.indexes.check.TreeCheck;
import org.flashgrove.indexes.structure.NodeWalk;
import org.flashgrove.indexes.structure.StructureWalk;

/**
 * Spatial index over any node store. A {@link TreeAlgorithm} determines the kind of tree.
 *
 * <p>Each insert, delete and update is one operation of the store. A coordinate of -0.0 is stored
 * as 0.0.
 *
 * <p>Only one thread at a time changes the index. A query sees the commit that was newest when the
 * query started. If the store allows it ({@link NodeStore#readsConcurrently}), queries run
 * concurrently with each other and with changes. Otherwise they acquire the write lock. A visitor
 * may query and change this tree.
 *
 * <p>After {@link #close()}, calls and running queries throw {@link StoreClosedException}.
 */
public final class SpatialTree extends LockedTree implements SpatialIndex, EntrySource {
  /**
   * Maximum level of a root. A higher tree is impossible, because with two entries per node it
   * would use up all 64-bit ids.
   */
  public static final int MAX_HEIGHT = 63;

  static final int ENTRY_WORDS = 5;
  private static final AtomicLong SERIALS = new AtomicLong();

  final TreeAlgorithm algorithm;
  final TreeQueries queries;

  /** Sequence number of the tree. A join locks two trees in the order of their numbers. */
  final long serial = SERIALS.incrementAndGet();

  private final Metric metric;
  private final long[] entry = new long[ENTRY_WORDS];
  private final long[] moved = new long[ENTRY_WORDS];
  private final boolean concurrent;
  private volatile TreeStats figures;

  private SpatialTree(NodeStore store, TreeAlgorithm algorithm, Metric metric) {
    super(store);
    this.algorithm = algorithm;
    this.metric = metric;
    this.figures = algorithm.figures();
    concurrent = store.readsConcurrently();
    queries = new TreeQueries(this, algorithm);
  }

  /**
   * Opens the tree in a store, or creates an empty tree if the store has none.
   *
   * @param store a store with the algorithm's layout; closing the tree closes it
   * @param algorithm the algorithm with which the tree was created; from now on only this tree may
   *     use it
   * @throws org.flashgrove.core.spec.SpecException if the nodes do not fit the store's pages
   */
  public static SpatialTree open(NodeStore store, TreeAlgorithm algorithm) {
    return open(store, algorithm, Metric.PLANAR);
  }

  /** Opens or creates the tree. An existing tree must have been created with this metric. */
  public static SpatialTree open(NodeStore store, TreeAlgorithm algorithm, Metric metric) {
    algorithm.prepare(store);
    return new SpatialTree(store, algorithm, metric);
  }

  @Override
  public void insert(long id, double minX, double minY, double maxX, double maxY) {
    metric.requireObject(minX, minY, maxX, maxY);
    algorithm.requireHoldable(minX, minY, maxX, maxY);
    startChange();
    try (NodeOperation operation = store.begin()) {
      TreeBatch.fill(entry, id, minX, minY, maxX, maxY);
      algorithm.insert(operation, entry);
      operation.entries(operation.entries() + 1);
      operation.commitAsync();
      keepFigures();
    } finally {
      writeLock.unlock();
    }
    store.awaitDurable();
  }

  @Override
  public boolean delete(long id, double minX, double minY, double maxX, double maxY) {
    metric.requireObject(minX, minY, maxX, maxY);
    startChange();
    try (NodeOperation operation = store.begin()) {
      TreeBatch.fill(entry, id, minX, minY, maxX, maxY);
      if (!algorithm.delete(operation, entry)) {
        return false;
      }
      operation.entries(operation.entries() - 1);
      operation.commitAsync();
      keepFigures();
    } finally {
      writeLock.unlock();
    }
    store.awaitDurable();
    return true;
  }

  @Override
  public boolean update(long id, double[] from, double[] to) {
    Rectangles.requireSides("from", from);
    Rectangles.requireSides("to", to);
    metric.requireObject(from[0], from[1], from[2], from[3]);
    metric.requireObject(to[0], to[1], to[2], to[3]);
    algorithm.requireHoldable(to[0], to[1], to[2], to[3]);
    startChange();
    try (NodeOperation operation = store.begin()) {
      TreeBatch.fill(entry, id, from[0], from[1], from[2], from[3]);
      if (!algorithm.delete(operation, entry)) {
        return false;
      }
      TreeBatch.fill(moved, id, to[0], to[1], to[2], to[3]);
      algorithm.insert(operation, moved);
      operation.commitAsync();
      keepFigures();
    } finally {
      writeLock.unlock();
    }
    store.awaitDurable();
    return true;
  }

  /**
   * Returns the orders in which this tree can be bulk loaded, the default first.
   *
   * @throws UnsupportedOperationException if trees of this kind cannot be bulk loaded
   */
  public List<BulkOrder> bulkOrders() {
    return List.copyOf(algorithm.bulkForm().orders());
  }

  /**
   * Creates a loader for a bulk load. The caller adds entries to the loader, which sorts them, and
   * passes it to {@link #load}. Until then this tree is unchanged and usable.
   *
   * @throws UnsupportedOperationException if trees of this kind cannot be bulk loaded
   * @throws org.flashgrove.core.spec.SpecException if this tree does not support the order in
   *     {@code config}
   */
  public BulkLoader bulkLoader(BulkConfig config) {
    return new BulkLoader(
        algorithm.bulkForm(), algorithm.layout(), algorithm.rules(), config, metric);
  }

  /**
   * Fills this empty tree with all entries of a loader in one atomic operation.
   *
   * @param loader loader that this tree created; it can be used only once
   * @throws IllegalStateException if the tree is not empty
   */
  public void load(BulkLoader loader) {
    change(() -> loader.load(store));
  }

  /**
   * Fills this empty tree with all entries of a loader, in an operation of its store that the
   * caller commits.
   *
   * @param loader loader that this tree created; it can be used only once
   * @throws IllegalStateException if the tree is not empty
   */
  public void load(BulkLoader loader, NodeOperation operation) {
    change(() -> loader.load(store, operation));
  }

  private void change(Runnable change) {
    startChange();
    try {
      change.run();
    } finally {
      writeLock.unlock();
    }
  }

  @Override
  public SpatialBatch begin(Duration timeout) {
    return begin(
        timeout,
        () -> {
          restoreFigures();
          return new TreeBatch(this, algorithm);
        });
  }

  /**
   * Stores the current statistics of the algorithm, because its operation was committed. If a later
   * operation fails, the next change resets the statistics to these values.
   */
  void keepFigures() {
    figures = algorithm.figures();
  }

  /** Acquires the write lock for a change. */
  private void startChange() {
    writeLock.lock();
    try {
      restoreFigures();
    } catch (RuntimeException refused) {
      writeLock.unlock();
      throw refused;
    }
  }

  private void restoreFigures() {
    requireOpen();
    algorithm.restore(figures);
  }

  @Override
  public long scan(EntryQuery query, EntrySink sink) {
    startQuery();
    try (NodeReader reader = store.snapshot()) {
      boolean announces = store.readsTogether() && (sink == null || sink.takesAll());
      return queries.scan(reader, query, sink, announces);
    } finally {
      finishQuery();
    }
  }

  @Override
  public EntryCursor open(EntryQuery query) {
    startQuery();
    try {
      return queries.open(store.snapshot(), query, false);
    } finally {
      finishQuery();
    }
  }

  @Override
  public Metric metric() {
    return metric;
  }

  /** Acquires the write lock for a query if the store does not support concurrent reads. */
  void startQuery() {
    requireOpen();
    if (!concurrent) {
      writeLock.lock();
    }
  }

  /** Releases the write lock after a query. */
  void finishQuery() {
    if (!concurrent) {
      writeLock.unlock();
    }
  }

  /** Closes the reader of a cursor, even if the tree is already closed. */
  void close(NodeReader reader) {
    if (concurrent) {
      reader.close();
      return;
    }
    writeLock.lock();
    try {
      reader.close();
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Visits all pairs of entries that match a test, until the visitor stops. The first entry of a
   * pair belongs to this tree and is the query. The second entry belongs to {@code right}, which
   * may be this tree.
   *
   * @param test a test that matches no disjoint rectangles, or a {@link
   *     org.flashgrove.core.geometry.WithinDistance}
   * @param visitor receives each pair; null to count only
   * @return number of pairs visited
   * @throws IllegalArgumentException if a join does not support the test
   */
  public long join(SpatialTree right, RectangleTest test, PairVisitor visitor) {
    return TreeJoin.run(this, right, test, visitor);
  }

  /**
   * Reads nodes into the buffer, level by level from the root, until the buffer is full or {@code
   * mostBytes} are read. The last level may be incomplete. Overflow nodes are skipped.
   *
   * @param mostBytes limit in bytes, 0 or more; {@code Long.MAX_VALUE} to fill the buffer
   * @return size of the nodes read in bytes, including nodes that were already in the buffer
   */
  public long preload(long mostBytes) {
    if (mostBytes < 0) {
      throw new IllegalArgumentException("preload of " + mostBytes + " bytes (allowed: 0 or more)");
    }
    long most = Math.min(store.nodesHeld(), mostBytes / store.pageSize());
    return store.pageSize() * read(reader -> WarmUp.preload(reader, most));
  }

  @Override
  protected <T> T read(Function<NodeReader, T> function) {
    startQuery();
    try (NodeReader reader = store.snapshot()) {
      return function.apply(reader);
    } finally {
      finishQuery();
    }
  }

  /** Returns whether nodes may have overflow nodes. */
  public boolean isChained() {
    return algorithm.layout().chained();
  }

  /** Returns statistics of the algorithm since the tree was opened. */
  public TreeStats figures() {
    return figures;
  }

  @Override
  public CheckReport check() {
    return readLocked(
        reader ->
            TreeCheck.run(
                reader, store.ids(), algorithm.layout(), algorithm.rules(), algorithm::check));
  }

  /** Returns statistics of the tree's structure. Reads every node. */
  public TreeStructure structure() {
    int leafCapacity = algorithm.rules().leafCapacity();
    int nodeCapacity = algorithm.rules().nodeCapacity();
    return read(reader -> StructureWalk.of(reader, algorithm.layout(), leafCapacity, nodeCapacity));
  }

  /** Visits every node with the bounds of its entries. The visitor must not use the tree. */
  public void visitNodes(NodeVisitor visitor) {
    read(
        reader -> {
          checkedHeight(reader);
          NodeWalk.run(reader, algorithm.layout(), visitor);
          return visitor;
        });
  }

  @Override
  public void sync() {
    startQuery();
    try {
      store.sync();
    } finally {
      finishQuery();
    }
  }

  /** Returns the tree's height. Throws if it exceeds {@link #MAX_HEIGHT}. */
  public static int checkedHeight(NodeReader reader) {
    int height = reader.height();
    if (height < 0 || height > MAX_HEIGHT) {
      throw new DamagedStoreException("catalog", "height", "impossible height " + height);
    }
    return height;
  }
}
