package org.flashgrove.grove.index;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.EditTaker;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.EntrySource;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.index.WriteLock;
import org.flashgrove.grove.block.WordList;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.indexes.check.CheckReport;

/**
 * Base class of spatial indexes that keep changes in memory and entries in sealed blocks, which are
 * never changed after they were written. It runs changes and queries on the store of these blocks.
 *
 * <p>Each insertion, deletion and update is one commit of the store. A coordinate of -0.0 is stored
 * as 0.0. One thread changes the index at a time. A query sees the commit that was newest when the
 * query started. Queries take no lock, and run concurrently with each other and with changes. A
 * visitor may query and change this index, because the index is not using any cached page while it
 * calls the visitor.
 *
 * <p>Calls after {@link #close()} throw {@link StoreClosedException}.
 *
 * @param <V> type of the snapshots that searches read
 */
public abstract class BlockIndex<V extends BlockView> implements SpatialIndex, EntrySource {
  private final ComponentStore store;
  private final Class<V> views;
  private final boolean blind;
  private final Metric metric;
  private final WriteLock writeLock = new WriteLock();
  private final WordList staged = new WordList();
  private final double[] box = new double[4];
  private final double[] movedBox = new double[4];
  private final BlockQueries<V> queries;
  private volatile boolean closed;

  /**
   * Creates an index on a store.
   *
   * @param store store of the index, which is closed with the index
   * @param views class of the index states that snapshots of the store return
   * @param blind whether deletions skip the search for their entry
   * @param metric metric that the index was created with
   * @param searches creates reusable searches by rectangle
   * @param nearests creates reusable searches by distance
   */
  protected BlockIndex(
      ComponentStore store,
      Class<V> views,
      boolean blind,
      Metric metric,
      Supplier<BlockSearch<V>> searches,
      Supplier<NearestBlocks<V>> nearests) {
    this.store = store;
    this.views = views;
    this.blind = blind;
    this.metric = metric;
    queries = new BlockQueries<>(this, metric, searches, nearests);
  }

  /**
   * Returns whether the index has more than {@code entries} entries with this id and this
   * rectangle. The caller must hold the write lock.
   */
  protected abstract boolean hasMoreThan(int entries, long id, double[] of);

  /**
   * Creates a loader for a bulk load. The loader sorts entries, and {@link #load} then writes them
   * to blocks. The index does not change until {@link #load} is called.
   *
   * @param sortMemoryBytes off-heap memory for sorting
   * @param spillDirectory directory for a temporary file with the entries that do not fit in this
   *     memory
   */
  public abstract BlockLoader bulkLoader(int sortMemoryBytes, Path spillDirectory);

  /**
   * Returns whether a loader sorts its entries by the order of this index. {@link #fill} must not
   * refuse a loader, because an exception in {@code fill} makes the store refuse all changes.
   */
  protected boolean isInOrder(BlockLoader loader) {
    return true;
  }

  /**
   * Writes the entries of a loader to this index, which must be empty. Called while the store
   * accepts edits, which are log records that replace blocks.
   *
   * @param edits receives the edit that makes the new blocks current
   */
  protected abstract void fill(BlockLoader loader, EditTaker edits);

  /**
   * Bulk-loads this empty index with all entries of a loader, as one atomic commit. Each page is
   * written once.
   *
   * @param loader loader from {@link #bulkLoader} of this index; it cannot be used again
   * @throws IllegalStateException if the index is not empty, or if its domain was chosen after the
   *     loader was created
   */
  public final void load(BlockLoader loader) {
    change(() -> load(loader, store::edit));
  }

  /** Bulk-loads this index. The caller must hold the write lock. */
  final void load(BlockLoader loader, EditTaker edits) {
    long entries = exactSize();
    if (entries != 0) {
      throw new IllegalStateException(
          "bulk load: the index has " + entries + " entries; load into an empty index");
    }
    if (!isInOrder(loader)) {
      throw new IllegalStateException(
          "bulk loader: entries were inserted after it was created; create a new loader");
    }
    store.maintain(() -> fill(loader, edits));
  }

  /** Returns the exact number of entries. The caller must hold the write lock. */
  protected long exactSize() {
    return size();
  }

  protected final ComponentStore store() {
    return store;
  }

  /** Returns the state of the index in a snapshot of the store. */
  protected final V view(ComponentSnapshot snapshot) {
    return views.cast(snapshot.state());
  }

  // Changes

  @Override
  public final void insert(long id, double minX, double minY, double maxX, double maxY) {
    metric.requireObject(minX, minY, maxX, maxY);
    boolean isQueued;
    writeLock.lock();
    try {
      requireOpen();
      fill(box, minX, minY, maxX, maxY);
      staged.clear();
      staged.addChange(WordList.INSERTION, id, box[0], box[1], box[2], box[3]);
      isQueued = store.commitLater(staged.words(), staged.length());
      if (!isQueued) {
        commitStaged();
      }
    } finally {
      writeLock.unlock();
    }
    if (!isQueued) {
      store.awaitDurable();
    }
  }

  @Override
  public final boolean delete(long id, double minX, double minY, double maxX, double maxY) {
    metric.requireObject(minX, minY, maxX, maxY);
    startChange();
    try {
      fill(box, minX, minY, maxX, maxY);
      if (!blind && !hasMoreThan(0, id, box)) {
        return false;
      }
      commit(id, box, null);
    } finally {
      writeLock.unlock();
    }
    store.awaitDurable();
    return true;
  }

  @Override
  public final boolean update(long id, double[] from, double[] to) {
    Rectangles.requireSides("from", from);
    Rectangles.requireSides("to", to);
    metric.requireObject(from[0], from[1], from[2], from[3]);
    metric.requireObject(to[0], to[1], to[2], to[3]);
    startChange();
    try {
      fill(box, from[0], from[1], from[2], from[3]);
      fill(movedBox, to[0], to[1], to[2], to[3]);
      if (!blind && !hasMoreThan(0, id, box)) {
        return false;
      }
      commit(id, box, movedBox);
    } finally {
      writeLock.unlock();
    }
    store.awaitDurable();
    return true;
  }

  /**
   * Commits a deletion, and also an insertion unless {@code added} is null. Does not wait for the
   * device.
   */
  private void commit(long id, double[] gone, double[] added) {
    staged.clear();
    staged.addChange(WordList.DELETION, id, gone[0], gone[1], gone[2], gone[3]);
    if (added != null) {
      staged.addChange(WordList.INSERTION, id, added[0], added[1], added[2], added[3]);
    }
    commitStaged();
  }

  private void commitStaged() {
    try (ComponentOperation operation = store.begin()) {
      operation.stage(staged.words(), staged.length());
      operation.commitAsync();
    }
  }

  static void fill(double[] into, double minX, double minY, double maxX, double maxY) {
    into[0] = minX + 0.0; // -0.0 becomes 0.0, so that equal rectangles have equal bits
    into[1] = minY + 0.0;
    into[2] = maxX + 0.0;
    into[3] = maxY + 0.0;
  }

  @Override
  public final BlockBatch begin(Duration timeout) {
    return writeLock.begin(
        timeout,
        () -> {
          applyWaiting();
          return new BlockBatch(this, blind, size(), store.begin());
        },
        BlockBatch::close);
  }

  /** Releases the write lock that a batch held. */
  final void finishBatch() {
    writeLock.end();
  }

  /** Acquires the write lock for a change. The change sees all earlier commits. */
  private void startChange() {
    writeLock.lock();
    boolean started = false;
    try {
      applyWaiting();
      started = true;
    } finally {
      if (!started) {
        writeLock.unlock();
      }
    }
  }

  private void applyWaiting() {
    requireOpen();
    store.applyWaiting();
  }

  /** Runs a change under the write lock. */
  protected final void change(Runnable change) {
    startChange();
    try {
      change.run();
    } finally {
      writeLock.unlock();
    }
  }

  /** Runs {@code reader} while no change can run, and returns its result. */
  protected final <T> T betweenChanges(Supplier<T> reader) {
    startChange();
    try {
      return reader.get();
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Verifies the structure of the index by reading all blocks. Changes wait until the check ends.
   * The pages of blocks, without footers, count as leaves.
   */
  public abstract CheckReport check();

  /** Returns a snapshot of the newest commit. The caller closes it. */
  public abstract BlockSnapshot<V> snapshot();

  // Queries

  /** Throws an exception if the index is closed. */
  protected final void requireOpen() {
    if (closed) {
      throw StoreClosedException.of(store.name());
    }
  }

  @Override
  public final long scan(EntryQuery query, EntrySink sink) {
    if (query.isNearest()) {
      return nearest(query, sink);
    }
    BlockSearch<V> search = queries.search(query);
    try (ComponentSnapshot snapshot = store.snapshot()) {
      return search.run(view(snapshot), sink, null);
    } finally {
      queries.give(search);
    }
  }

  /**
   * Reports the entries that match {@code query}, except the entries in {@code gone}, which are
   * treated as deleted.
   */
  final long scanWithout(EntryColumns gone, EntryQuery query, EntrySink sink) {
    BlockSearch<V> search = queries.search(query);
    try (ComponentSnapshot snapshot = store.snapshot()) {
      return search.run(view(snapshot), sink, gone);
    } finally {
      queries.give(search);
    }
  }

  /**
   * Reports the entries that match {@code query}. The search may skip entries with other ids than
   * {@code id}.
   */
  protected final long scanFor(long id, EntryQuery query, EntrySink sink) {
    BlockSearch<V> search = queries.search(query);
    search.lookFor(id);
    try (ComponentSnapshot snapshot = store.snapshot()) {
      return search.run(view(snapshot), sink, null);
    } finally {
      queries.give(search);
    }
  }

  private long nearest(EntryQuery query, EntrySink sink) {
    NearestBlocks<V> nearest = queries.nearest(query);
    try (ComponentSnapshot snapshot = store.snapshot()) {
      return nearest.visit(view(snapshot), query, sink);
    } finally {
      queries.give(nearest);
    }
  }

  @Override
  public final EntryCursor open(EntryQuery query) {
    requireOpen();
    ComponentSnapshot snapshot = store.snapshot();
    try {
      return queries.open(snapshot, query, pages -> {}, snapshot::close);
    } catch (RuntimeException e) {
      snapshot.close();
      throw e;
    }
  }

  final BlockQueries<V> queries() {
    return queries;
  }

  @Override
  public final Metric metric() {
    return metric;
  }

  @Override
  public long size() {
    requireOpen();
    try (ComponentSnapshot snapshot = store.snapshot()) {
      return view(snapshot).entries();
    }
  }

  @Override
  public final void flush() {
    change(store::flush);
  }

  @Override
  public final void sync() {
    requireOpen();
    store.sync();
  }

  @Override
  public final void close() {
    writeLock.lock();
    try {
      if (!closed) {
        closed = true;
        store.close();
      }
    } finally {
      writeLock.unlock();
    }
  }
}
