package org.flashgrove.indexes.grove;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.BatchTurn;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.JoinVisitor;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.index.StoppingEntryVisitor;
import org.flashgrove.core.index.StoppingIdVisitor;
import org.flashgrove.core.index.StoppingJoinVisitor;
import org.flashgrove.core.index.StoppingNeighbourVisitor;
import org.flashgrove.indexes.component.HitReport;
import org.flashgrove.indexes.component.PageCache;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.query.EntrySearch;
import org.flashgrove.indexes.query.FoundCursor;
import org.flashgrove.indexes.query.PartJoin;
import org.flashgrove.indexes.query.SpatialJoin;
import org.flashgrove.indexes.tree.Spares;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * A spatial index made for flash: entries in blocks of packed pages, one block an interval of the
 * Hilbert curve, and a write buffer in memory cut by the same curve. When the memory is full, the
 * changes of some neighbouring intervals are merged with their blocks into new blocks: what an
 * insertion costs the device is its share of that and of the log. docs/grove.md has the whole.
 *
 * <p>Each insertion, deletion and update is one commit of the store. A coordinate -0.0 is taken as
 * 0.0. Changes from several threads take turns; queries see the newest commit when they begin, take
 * no lock, and run beside each other and beside changes. A visitor may query and change this index:
 * it is called when no page is in use.
 *
 * <p>After {@link #close()} calls end in {@link StoreClosedException}.
 */
public final class Grove implements SpatialIndex {
  private final ComponentStore store;
  private final GroveConfig config;
  private final GroveContent content;
  private final BatchTurn turn = new BatchTurn();
  private final Frames staged = new Frames();
  private final double[] box = new double[4];
  private final double[] movedBox = new double[4];
  private final EntryLookup lookup;
  private final Spares<WindowSearch> searches;
  private final Spares<NearestSearch> nearests;
  private volatile boolean closed;

  private Grove(ComponentStore store, GroveConfig config) {
    this.store = store;
    this.config = config;
    content = new GroveContent(store, config);
    PageCache pages = content.pages();
    lookup = new EntryLookup(store, pages.newReader(store), content.line());
    searches = new Spares<>(() -> new WindowSearch(store, pages.newReader(store)));
    nearests = new Spares<>(() -> new NearestSearch(store, pages.newReader(store)));
  }

  /**
   * Returns the grove of a store that is opened next, empty if the store is new.
   *
   * @param store not open yet; the grove closes it
   * @param config the domain, and which entries are giants, must be what the grove was created
   *     with; all else may be another
   */
  public static Grove attach(ComponentStore store, GroveConfig config) {
    Grove grove = new Grove(store, config);
    store.attach(grove.content);
    return grove;
  }

  /** Returns what the index holds, as its store sees it. */
  GroveContent content() {
    return content;
  }

  // Changes

  @Override
  public void insert(long id, double minX, double minY, double maxX, double maxY) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    startChange();
    try (ComponentOperation operation = store.begin()) {
      staged.clear();
      staged.addChange(Frames.INSERTION, id, minX + 0.0, minY + 0.0, maxX + 0.0, maxY + 0.0);
      commit(operation);
    } finally {
      turn.unlock();
    }
  }

  private void commit(ComponentOperation operation) {
    operation.stage(staged.words(), staged.length());
    operation.commit();
  }

  @Override
  public boolean delete(long id, double minX, double minY, double maxX, double maxY) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    startChange();
    try {
      fill(box, minX, minY, maxX, maxY);
      if (!config.blind() && !holds(id, box)) {
        return false;
      }
      try (ComponentOperation operation = store.begin()) {
        staged.clear();
        staged.addChange(Frames.DELETION, id, box[0], box[1], box[2], box[3]);
        commit(operation);
      }
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
    try {
      fill(box, from[0], from[1], from[2], from[3]);
      fill(movedBox, to[0], to[1], to[2], to[3]);
      if (!config.blind() && !holds(id, box)) {
        return false;
      }
      try (ComponentOperation operation = store.begin()) {
        staged.clear();
        staged.addChange(Frames.DELETION, id, box[0], box[1], box[2], box[3]);
        staged.addChange(Frames.INSERTION, id, movedBox[0], movedBox[1], movedBox[2], movedBox[3]);
        commit(operation);
      }
      return true;
    } finally {
      turn.unlock();
    }
  }

  static void fill(double[] into, double minX, double minY, double maxX, double maxY) {
    into[0] = minX + 0.0; // -0.0 becomes 0.0, so that equal rectangles are one
    into[1] = minY + 0.0;
    into[2] = maxX + 0.0;
    into[3] = maxY + 0.0;
  }

  private boolean holds(long id, double[] of) {
    return hasMoreThan(0, id, of);
  }

  /**
   * Returns whether there are more than some entries of an id and rectangle; with the turn for a
   * change.
   */
  boolean hasMoreThan(int entries, long id, double[] of) {
    try (ComponentSnapshot snapshot = store.snapshot()) {
      return lookup.hasMoreThan(entries, (View) snapshot.state(), id, of);
    }
  }

  /**
   * Starts a bulk load: entries go to the loader, which sorts them, and then {@link #load} writes
   * blocks. Until then this index is as it was, and free to be used.
   *
   * @param sortMemoryBytes memory for sorting, off heap
   * @param spillDirectory where entries beyond that memory go, in a file
   */
  public GroveLoader bulkLoader(int sortMemoryBytes, Path spillDirectory) {
    return new GroveLoader(content.line(), sortMemoryBytes, spillDirectory);
  }

  /**
   * Fills this index, which is empty, with all that a loader took: one commit, that happens whole
   * or not at all. Each page is written once.
   *
   * @param loader from {@link #bulkLoader} of this index; used up
   * @throws IllegalStateException if the index is not empty, or has got a domain since the loader
   *     was made
   */
  public void load(GroveLoader loader) {
    startChange();
    try {
      if (content.entries() != 0) {
        throw new IllegalStateException("the index is not empty (allowed: a load of an empty one)");
      }
      store.maintain(
          () -> {
            content.flush(); // changes that cancel
            Line along = loader.line();
            if (content.line().isKnown() && !along.equals(content.line())) {
              throw new IllegalStateException(
                  "entries were inserted since the loader was made (allowed: a new loader)");
            }
            content.bites().load(loader.sorter(), along);
          });
    } finally {
      turn.unlock();
    }
  }

  @Override
  public SpatialBatch begin(Duration timeout) {
    turn.begin(timeout);
    prepareChange();
    try {
      long entries = size();
      return new GroveBatch(this, config.blind(), entries, store.begin());
    } catch (RuntimeException e) {
      turn.unlock();
      throw e;
    }
  }

  /** Gives the turn back that a batch had. */
  void finishChange() {
    turn.unlock();
  }

  private void startChange() {
    turn.lock();
    prepareChange();
  }

  /** Refuses a change that cannot be, and gives the turn for it back. */
  private void prepareChange() {
    if (closed) {
      turn.unlock();
      throw new StoreClosedException("the index is closed");
    }
  }

  // Queries

  /**
   * Returns this index as a snapshot of its store sees it, such as one of several structures.
   *
   * @param snapshot of the store that this index was attached to; closed with what is returned
   */
  public GroveSnapshot at(ComponentSnapshot snapshot) {
    return new GroveSnapshot(this, snapshot);
  }

  /** Takes a search of {@link #nearest} back. */
  void giveBack(NearestSearch nearest) {
    nearests.give(nearest);
  }

  /** Refuses queries when the index is closed. */
  void requireOpen() {
    if (closed) {
      throw new StoreClosedException("the index is closed");
    }
  }

  @Override
  public long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor) {
    HitReport report = HitReport.of(Objects.requireNonNull(visitor, "visitor"));
    return run(test, minX, minY, maxX, maxY, report, null);
  }

  @Override
  public long searchIdsUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingIdVisitor visitor) {
    HitReport report = HitReport.of(Objects.requireNonNull(visitor, "visitor"));
    return run(test, minX, minY, maxX, maxY, report, null);
  }

  @Override
  public long count(RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return run(test, minX, minY, maxX, maxY, HitReport.COUNT, null);
  }

  /**
   * Runs a search.
   *
   * @param without entries that are taken for gone, or null
   */
  long run(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      HitReport report,
      EntryColumns without) {
    Objects.requireNonNull(test, "predicate");
    Rectangles.requireValid(minX, minY, maxX, maxY);
    requireOpen();
    WindowSearch search = searches.take();
    try (ComponentSnapshot snapshot = store.snapshot()) {
      search.reset(test, minX, minY, maxX, maxY);
      return search.run((View) snapshot.state(), report, without);
    } finally {
      searches.give(search);
    }
  }

  /** Returns the entries as the newest commit left them; the caller closes it. */
  public GroveSnapshot snapshot() {
    requireOpen();
    return new GroveSnapshot(this, store.snapshot());
  }

  WindowSearch takeSearch() {
    requireOpen();
    return searches.take();
  }

  void giveSearch(WindowSearch search) {
    searches.give(search);
  }

  int blockPages() {
    return store.blockPages();
  }

  /** Visits all pairs as {@link #joinUntil(Grove, RectangleTest, StoppingJoinVisitor)} does. */
  public long join(Grove right, RectangleTest test, JoinVisitor visitor) {
    return joinUntil(right, test, visitor);
  }

  /** Visits all pairs of an entry of this grove and one of a tree, as the other does. */
  public long join(SpatialTree right, RectangleTest test, JoinVisitor visitor) {
    return joinUntil(right, test, visitor);
  }

  /**
   * Visits the pairs of an entry of this grove and one of another, or of this one again, for which
   * a test holds, this grove's entry being the query; each as one commit left it. Pages of this
   * grove are read once, about a block at a time, and of the other those near them.
   *
   * @param test a test that rectangles without a common point do not pass, or a {@link
   *     org.flashgrove.core.geometry.WithinDistance}
   * @param visitor receives each pair; null to count only
   * @return number of pairs visited
   * @throws IllegalArgumentException for a test that a join cannot find pairs for
   */
  public long joinUntil(Grove right, RectangleTest test, StoppingJoinVisitor visitor) {
    SpatialJoin.requireJoinable(test);
    try (GroveSnapshot entries = snapshot()) {
      if (right == this) {
        return join(entries, entries, test, true, visitor); // one commit, not two
      }
      try (GroveSnapshot others = right.snapshot()) {
        return join(entries, others, test, true, visitor);
      }
    }
  }

  private static long join(
      GroveSnapshot parts,
      EntrySearch others,
      RectangleTest test,
      boolean partIsLeft,
      StoppingJoinVisitor visitor) {
    PartJoin join = new PartJoin(others, test, partIsLeft, visitor);
    parts.joinAll(join);
    return join.found();
  }

  /** Visits the pairs of an entry of this grove and one of a tree, as the other does. */
  public long joinUntil(SpatialTree right, RectangleTest test, StoppingJoinVisitor visitor) {
    return join(right, test, true, visitor);
  }

  /** Visits the pairs of an entry of a tree, being the query, and one of this grove. */
  public long joinAsRightUntil(SpatialTree left, RectangleTest test, StoppingJoinVisitor visitor) {
    return join(left, test, false, visitor);
  }

  private long join(
      SpatialTree other, RectangleTest test, boolean isLeft, StoppingJoinVisitor visitor) {
    SpatialJoin.requireJoinable(test);
    return other.atOneCommit(
        others -> {
          try (GroveSnapshot entries = snapshot()) {
            return join(entries, others, test, isLeft, visitor);
          }
        });
  }

  @Override
  public long nearestUntil(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      LongToDoubleFunction exactDistance,
      StoppingNeighbourVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    NearestSearch nearest = nearest(minX, minY, maxX, maxY, limit);
    try (ComponentSnapshot snapshot = store.snapshot()) {
      return nearest.visit((View) snapshot.state(), limit, exactDistance, visitor);
    } finally {
      nearests.give(nearest);
    }
  }

  /**
   * {@inheritDoc} On split pages neighbours' residual pages are read only where cells do not say
   * which of two is nearer: about half as many pages as for {@link #nearest}, which reads them for
   * each neighbour.
   */
  @Override
  public long nearestIdsUntil(
      double minX, double minY, double maxX, double maxY, long limit, StoppingIdVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    NearestSearch nearest = nearest(minX, minY, maxX, maxY, limit);
    try (ComponentSnapshot snapshot = store.snapshot()) {
      return nearest.visitIds((View) snapshot.state(), limit, visitor);
    } finally {
      nearests.give(nearest);
    }
  }

  NearestSearch nearest(double minX, double minY, double maxX, double maxY, long limit) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    if (limit < 0) {
      throw new IllegalArgumentException("limit " + limit + " (allowed: 0 or more)");
    }
    requireOpen();
    NearestSearch nearest = nearests.take();
    nearest.reset(minX, minY, maxX, maxY);
    return nearest;
  }

  @Override
  public NeighbourCursor neighbours(
      double minX, double minY, double maxX, double maxY, LongToDoubleFunction exactDistance) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    requireOpen();
    ComponentSnapshot snapshot = store.snapshot();
    try {
      return neighbours(snapshot, minX, minY, maxX, maxY, exactDistance, snapshot::close);
    } catch (RuntimeException e) {
      snapshot.close();
      throw e;
    }
  }

  /** Returns a cursor over what a snapshot sees; {@code end} is called when it ends. */
  NeighbourCursor neighbours(
      ComponentSnapshot snapshot,
      double minX,
      double minY,
      double maxX,
      double maxY,
      LongToDoubleFunction exactDistance,
      Runnable end) {
    NearestSearch nearest = nearest(minX, minY, maxX, maxY, Long.MAX_VALUE);
    nearest.startSteps((View) snapshot.state(), exactDistance);
    return new GroveNeighbours(this, nearest, end);
  }

  @Override
  public EntryCursor cursor(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    requireOpen();
    ComponentSnapshot snapshot = store.snapshot();
    try {
      return cursor(snapshot, test, minX, minY, maxX, maxY, snapshot::close);
    } catch (RuntimeException e) {
      snapshot.close();
      throw e;
    }
  }

  /** Returns a cursor over what a snapshot sees; {@code end} is called when it ends. */
  EntryCursor cursor(
      ComponentSnapshot snapshot,
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      Runnable end) {
    Objects.requireNonNull(test, "predicate");
    Rectangles.requireValid(minX, minY, maxX, maxY);
    WindowSearch search = takeSearch();
    search.reset(test, minX, minY, maxX, maxY);
    return new FoundCursor(
        visitor -> {
          requireOpen();
          return search.step((View) snapshot.state(), HitReport.of(visitor));
        },
        () -> {
          giveSearch(search);
          end.run();
        });
  }

  /** Ends a cursor's view; the index may be closed meanwhile. */
  void endNeighbours(NearestSearch nearest) {
    nearest.end();
    nearests.give(nearest);
  }

  /**
   * {@inheritDoc} With blind deletions it is exact when all changes are in blocks, as after {@link
   * #flush()}: before, deletions of entries that are not there are counted.
   */
  @Override
  public long size() {
    requireOpen();
    try (ComponentSnapshot snapshot = store.snapshot()) {
      return ((View) snapshot.state()).entries();
    }
  }

  /** Figures of the index since it was opened. */
  public GroveFigures figures() {
    turn.lock();
    try {
      requireOpen();
      return GroveFigures.of(content);
    } finally {
      turn.unlock();
    }
  }

  /** Verifies the index's structure; reads all blocks. Changes wait. */
  public GroveReport check() {
    turn.lock();
    try {
      requireOpen();
      return new GroveCheck(store, config, content).run();
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void flush() {
    startChange();
    try {
      store.flush();
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void sync() {
    requireOpen();
    store.sync();
  }

  @Override
  public void close() {
    turn.lock();
    try {
      if (!closed) {
        closed = true;
        store.close();
      }
    } finally {
      turn.unlock();
    }
  }
}
