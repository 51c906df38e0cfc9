package org.flashgrove.grove.index;

import java.util.Objects;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.index.SpatialQueries;
import org.flashgrove.core.index.StoppingEntryVisitor;
import org.flashgrove.core.index.StoppingIdVisitor;
import org.flashgrove.core.index.StoppingNeighbourVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.indexes.query.EntrySearch;
import org.flashgrove.indexes.query.PartJoin;

/**
 * An index of blocks as one commit left it, to be searched again and again. For one thread; the
 * caller closes it.
 *
 * @param <V> what a search sees of the index
 */
public abstract class BlockSnapshot<V extends BlockView> implements EntrySearch, AutoCloseable {
  private final BlockIndex<V> index;
  private final ComponentSnapshot snapshot;
  private long pages;

  /**
   * Creates a snapshot of an index.
   *
   * @param snapshot of the index's store; closed with this one
   */
  protected BlockSnapshot(BlockIndex<V> index, ComponentSnapshot snapshot) {
    this.index = index;
    this.snapshot = snapshot;
  }

  /** Returns the index as the commit left it. */
  protected final V view() {
    return index.view(snapshot);
  }

  @Override
  public final long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor) {
    return run(test, minX, minY, maxX, maxY, HitReport.of(visitor));
  }

  /** Visits ids as {@link SpatialQueries#searchIdsUntil} does. */
  public final long searchIdsUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingIdVisitor visitor) {
    return run(test, minX, minY, maxX, maxY, HitReport.of(visitor));
  }

  private long run(
      RectangleTest test, double minX, double minY, double maxX, double maxY, HitReport report) {
    RectangleQuery query = index.queries().query(test, minX, minY, maxX, maxY);
    BlockSearch<V> search = index.queries().takeSearch();
    long before = search.pagesRequested();
    try {
      search.reset(query);
      return search.run(view(), report, null);
    } finally {
      pages += search.pagesRequested() - before;
      index.queries().give(search);
    }
  }

  /**
   * Visits a block, as a node of level 1, and its pages of entries, as nodes of level 0, with the
   * boxes that the fences say: page p of block b is node {@code b * blockPages + p}.
   *
   * @param parent node of level 2 that the block belongs to, or -1
   */
  protected final void visitBlock(NodeVisitor visitor, StoredBlock stored, long parent) {
    BlockFences fences = stored.fences();
    long number = stored.block().number();
    visitor.node(
        1,
        number,
        parent,
        stored.entries(),
        fences.minX(),
        fences.minY(),
        fences.maxX(),
        fences.maxY());
    double[] box = new double[4];
    for (int p = 0; p < fences.pages(); p++) {
      fences.pageBox(p, box);
      long page = number * blockPages() + fences.indexOf(p);
      visitor.node(0, page, number, fences.count(p), box[0], box[1], box[2], box[3]);
    }
  }

  /** Visits what is on the device as nodes; what is in memory is on no page. */
  public abstract void visitNodes(NodeVisitor visitor);

  /** Gives all entries to a join, those of about a block at a time. */
  public final void joinAll(PartJoin join) {
    double most = Double.MAX_VALUE;
    BlockSearch<V> search = index.queries().takeSearch();
    try {
      search.reset(new RectangleQuery(Predicate.INTERSECTS, -most, -most, most, most));
      search.limitBatch(blockPages());
      search.run(view(), new PartReport(join), null);
    } finally {
      index.queries().give(search);
    }
  }

  /**
   * Reads pages into memory ahead of queries, block by block: of as many blocks as the bytes and
   * the memory that nothing else needs allow.
   *
   * @param mostBytes 0 or more; {@code Long.MAX_VALUE} for all that there is room for
   * @return bytes of the pages, whether they were in memory before or not
   */
  public final long preload(long mostBytes) {
    if (mostBytes < 0) {
      throw new IllegalArgumentException(mostBytes + " bytes (allowed: 0 or more)");
    }
    double most = Double.MAX_VALUE;
    BlockSearch<V> search = index.queries().takeSearch();
    int pageSize = index.store().pageSize();
    long before = search.pagesRequested();
    try {
      long end = before + Math.min(search.pagesCached(), mostBytes / pageSize) - blockPages();
      search.reset(new RectangleQuery(Predicate.INTERSECTS, -most, -most, most, most));
      HitReport ignored = HitReport.of((id, minX, minY, maxX, maxY) -> VisitResult.CONTINUE);
      boolean goesOn = true;
      while (goesOn && search.pagesRequested() <= end) {
        goesOn = search.step(view(), ignored);
      }
      return (search.pagesRequested() - before) * pageSize;
    } finally {
      index.queries().give(search);
    }
  }

  /** Returns the number of pages of the greatest block. */
  protected final int blockPages() {
    return index.store().blockPages();
  }

  /** Visits the nearest entries as {@link SpatialQueries#nearestUntil} does. */
  public final long nearestUntil(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      LongToDoubleFunction exactDistance,
      StoppingNeighbourVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    NearestBlocks<V> nearest = index.queries().nearest(minX, minY, maxX, maxY, limit);
    long before = nearest.pagesRequested();
    try {
      return nearest.visit(view(), limit, exactDistance, visitor);
    } finally {
      pages += nearest.pagesRequested() - before;
      index.queries().give(nearest);
    }
  }

  /** Visits the ids of the nearest entries as {@link SpatialQueries#nearestIdsUntil} does. */
  public final long nearestIdsUntil(
      double minX, double minY, double maxX, double maxY, long limit, StoppingIdVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    NearestBlocks<V> nearest = index.queries().nearest(minX, minY, maxX, maxY, limit);
    long before = nearest.pagesRequested();
    try {
      return nearest.visitIds(view(), limit, visitor);
    } finally {
      pages += nearest.pagesRequested() - before;
      index.queries().give(nearest);
    }
  }

  /** Returns a cursor as {@link SpatialQueries#cursor} does; this snapshot stays open meanwhile. */
  public final EntryCursor cursor(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return index.queries().cursor(snapshot, test, minX, minY, maxX, maxY, () -> {});
  }

  /** Returns a cursor as {@link SpatialQueries#neighbours} does; this stays open meanwhile. */
  public final NeighbourCursor neighbours(
      double minX, double minY, double maxX, double maxY, LongToDoubleFunction exactDistance) {
    return index.queries().neighbours(snapshot, minX, minY, maxX, maxY, exactDistance, () -> {});
  }

  /** Returns how the index measures distances. */
  public final Metric metric() {
    return index.metric();
  }

  /** Returns the number of entries, as {@link SpatialQueries#size} does. */
  public final long size() {
    return view().entries();
  }

  /** Returns the number of pages that searches looked at so far, in memory or not. */
  public final long pages() {
    return pages;
  }

  @Override
  public final void close() {
    snapshot.close();
  }
}
