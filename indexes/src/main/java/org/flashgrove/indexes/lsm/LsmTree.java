package org.flashgrove.indexes.lsm;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.BatchTurn;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.index.StoppingEntryVisitor;
import org.flashgrove.core.index.StoppingIdVisitor;
import org.flashgrove.core.index.StoppingNeighbourVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.indexes.component.HitReport;
import org.flashgrove.indexes.component.PageCache;
import org.flashgrove.indexes.component.WordList;
import org.flashgrove.indexes.packed.EntryColumns;
import org.flashgrove.indexes.query.FoundCursor;
import org.flashgrove.indexes.tree.Spares;

/**
 * An LSM R-tree: changes in memory, which are written to an immutable component when it is full,
 * and components that are merged as a policy plans (Mao, Qader, Hristidis: Comprehensive Comparison
 * of LSM Architectures for Spatial Data, 2020). A deletion is a record of its own, which takes away
 * an entry in an older component; so is the half of an update, wherever the object moves.
 * docs/lsm.md has the whole.
 *
 * <p>Each insertion, deletion and update is one commit of the store. A coordinate -0.0 is taken as
 * 0.0. Changes from several threads take turns; queries see the newest commit when they begin, take
 * no lock, and run beside each other and beside changes. A visitor may query and change this index:
 * it is called when no page is in use.
 *
 * <p>After {@link #close()} calls end in {@link StoreClosedException}.
 */
public final class LsmTree implements SpatialIndex {
  private final ComponentStore store;
  private final LsmConfig config;
  private final LsmContent content;
  private final BatchTurn turn = new BatchTurn();
  private final LsmFrames staged = new LsmFrames();
  private final Spares<LsmSearch> searches;
  private final Spares<LsmNearest> nearests;
  private volatile boolean closed;

  private LsmTree(ComponentStore store, LsmConfig config) {
    this.store = store;
    this.config = config;
    content = new LsmContent(store, config);
    PageCache pages = content.pages();
    searches = new Spares<>(() -> new LsmSearch(store, pages.newReader(store)));
    nearests = new Spares<>(() -> new LsmNearest(store, pages.newReader(store)));
  }

  /**
   * Returns the index of a store that is opened next, empty if the store is new.
   *
   * @param store not open yet; the index closes it
   * @param config the comparator and a declared domain must be what the index was created with; all
   *     else may be another
   * @throws org.flashgrove.core.spec.SpecException for a memory that a merge has no room in
   */
  public static LsmTree attach(ComponentStore store, LsmConfig config) {
    LsmTree tree = new LsmTree(store, config);
    store.attach(tree.content);
    return tree;
  }

  LsmContent content() {
    return content;
  }

  // Changes

  @Override
  public void insert(long id, double minX, double minY, double maxX, double maxY) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    change(id, null, new double[] {minX + 0.0, minY + 0.0, maxX + 0.0, maxY + 0.0});
  }

  @Override
  public boolean delete(long id, double minX, double minY, double maxX, double maxY) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    return change(id, new double[] {minX + 0.0, minY + 0.0, maxX + 0.0, maxY + 0.0}, null);
  }

  @Override
  public boolean update(long id, double[] from, double[] to) {
    Rectangles.requireValid(from[0], from[1], from[2], from[3]);
    Rectangles.requireValid(to[0], to[1], to[2], to[3]);
    return change(id, normal(from), normal(to));
  }

  private static double[] normal(double[] box) {
    // -0.0 becomes 0.0, so that equal rectangles are one
    return new double[] {box[0] + 0.0, box[1] + 0.0, box[2] + 0.0, box[3] + 0.0};
  }

  /** Takes an entry away, adds one, or both; returns whether that to be taken away was there. */
  private boolean change(long id, double[] gone, double[] added) {
    startChange();
    try {
      if (gone != null && !hasMoreThan(0, id, gone)) {
        return false;
      }
      try (ComponentOperation operation = store.begin()) {
        staged.clear();
        if (gone != null) {
          staged.addChange(WordList.DELETION, id, gone[0], gone[1], gone[2], gone[3]);
        }
        if (added != null) {
          staged.addChange(WordList.INSERTION, id, added[0], added[1], added[2], added[3]);
        }
        operation.stage(staged.words(), staged.length());
        operation.commit();
      }
      return true;
    } finally {
      turn.unlock();
    }
  }

  /**
   * Returns whether there are more than some entries of an id and rectangle; with the turn for a
   * change.
   */
  boolean hasMoreThan(int entries, long id, double[] of) {
    int[] found = {0};
    StoppingEntryVisitor counter =
        (entryId, x1, y1, x2, y2) -> {
          found[0] += entryId == id ? 1 : 0;
          return VisitResult.continueIf(found[0] <= entries);
        };
    run(Predicate.EQUALS, of[0], of[1], of[2], of[3], HitReport.of(counter), null);
    return found[0] > entries;
  }

  @Override
  public SpatialBatch begin(Duration timeout) {
    turn.begin(timeout);
    prepareChange();
    try {
      return new LsmBatch(this, size(), store.begin());
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
  public LsmSnapshot at(ComponentSnapshot snapshot) {
    return new LsmSnapshot(this, snapshot);
  }

  /** Returns the entries as the newest commit left them; the caller closes it. */
  public LsmSnapshot snapshot() {
    requireOpen();
    return new LsmSnapshot(this, store.snapshot());
  }

  /** Refuses queries when the index is closed. */
  void requireOpen() {
    if (closed) {
      throw new StoreClosedException("the index is closed");
    }
  }

  Spares<LsmSearch> searches() {
    requireOpen();
    return searches;
  }

  Spares<LsmNearest> nearests() {
    return nearests;
  }

  int blockPages() {
    return store.blockPages();
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
    LsmSearch search = searches.take();
    try (ComponentSnapshot snapshot = store.snapshot()) {
      search.reset(test, minX, minY, maxX, maxY);
      return search.run((LsmView) snapshot.state(), report, without);
    } finally {
      searches.give(search);
    }
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
    try (LsmSnapshot snapshot = snapshot()) {
      return snapshot.nearestUntil(minX, minY, maxX, maxY, limit, exactDistance, visitor);
    }
  }

  @Override
  public NeighbourCursor neighbours(
      double minX, double minY, double maxX, double maxY, LongToDoubleFunction exactDistance) {
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
    Rectangles.requireValid(minX, minY, maxX, maxY);
    LsmNearest nearest = nearests.take();
    nearest.reset(minX, minY, maxX, maxY);
    nearest.start((LsmView) snapshot.state(), exactDistance);
    return new LsmNeighbours(this, nearest, end);
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
    LsmSearch search = searches.take();
    search.reset(test, minX, minY, maxX, maxY);
    return new FoundCursor(
        visitor -> {
          requireOpen();
          return search.step((LsmView) snapshot.state(), HitReport.of(visitor));
        },
        () -> {
          searches.give(search);
          end.run();
        });
  }

  @Override
  public long size() {
    requireOpen();
    try (ComponentSnapshot snapshot = store.snapshot()) {
      return ((LsmView) snapshot.state()).entries();
    }
  }

  /** Figures of the index since it was opened. */
  public LsmFigures figures() {
    turn.lock();
    try {
      requireOpen();
      return content.jobs().figures().figures(content);
    } finally {
      turn.unlock();
    }
  }

  /** Verifies the index's structure; reads all blocks. Changes wait. */
  public LsmReport check() {
    turn.lock();
    try {
      requireOpen();
      return new LsmCheck(store, config, content).run();
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
