package org.flashgrove.grove.index;

import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.grove.cache.PageCache;
import org.flashgrove.grove.cache.PageReader;
import org.flashgrove.indexes.query.NeighbourSearch;

/**
 * Reusable nearest-neighbour search in an index that stores sealed blocks. For one thread at a
 * time.
 *
 * @param <V> type of the snapshots that it reads
 */
public abstract class NearestBlocks<V> implements NeighbourSearch {
  private final PageReader pages;
  private final double[] box;
  private long id;
  private double distance;
  private DistanceFrom from;
  private QueryWatch watch;
  private boolean whole;

  /**
   * Creates a search.
   *
   * @param box receives minX, minY, maxX, maxY of each neighbour that the search finds
   */
  protected NearestBlocks(PageReader pages, double[] box) {
    this.pages = pages;
    this.box = box;
  }

  /**
   * Sets the rectangle from which the search measures distances.
   *
   * @throws IllegalArgumentException for a rectangle that the metric does not allow
   */
  final void from(Metric metric, double minX, double minY, double maxX, double maxY) {
    from = metric.from(minX, minY, maxX, maxY, from);
    reset(from);
  }

  /** Sets the object that measures distances from the query's rectangle. */
  protected abstract void reset(DistanceFrom from);

  /**
   * Starts a search.
   *
   * @param limit maximum number of neighbours
   * @param exactDistance returns the distance of the object with a given id. This distance must be
   *     at least that of the entry's rectangle. If null, the search uses the distances of
   *     rectangles
   * @param idsOnly whether the caller ignores distances and rectangles
   */
  protected abstract void start(
      V view, long limit, LongToDoubleFunction exactDistance, boolean idsOnly);

  /**
   * Returns the object that identifies, for {@link PageCache#retire}, the state of the index that
   * the search sees.
   */
  protected abstract Object era();

  /** Ends the search, and releases its pages and its snapshot. */
  protected abstract void end();

  /**
   * Sets the id and the distance of the neighbour that the search found next. The search must
   * already have written the rectangle to the array that was passed to the constructor.
   */
  protected final void found(long newId, double newDistance) {
    id = newId;
    distance = newDistance;
  }

  /** Returns the number of pages that this object has requested in all its searches. */
  final long pagesRequested() {
    return pages.requested();
  }

  /**
   * Runs a whole search and reports the nearest entries. Returns the number of reported entries.
   */
  final long visit(V view, EntryQuery query, EntrySink sink) {
    whole = sink.takesAll();
    start(view, query, query.wantsIdsOnly() && query.exactDistance() == null);
    pages.begin(era(), false);
    try {
      return visit(query.most(), sink);
    } finally {
      pages.end();
      end();
    }
  }

  /** Starts a search that {@link #step} advances. */
  final void start(V view, EntryQuery query) {
    whole = false;
    start(view, query, false);
  }

  private void start(V view, EntryQuery query, boolean idsOnly) {
    watch = query.watch();
    if (query.exactDistance() != null) {
      from = from.ofObjects();
      reset(from);
    }
    start(view, query.most(), query.exactDistance(), idsOnly);
  }

  /**
   * Returns whether the caller wants all neighbours up to the limit at once. Otherwise the caller
   * may stop after any neighbour, so the search should read as few pages as possible for each.
   */
  protected final boolean isWhole() {
    return whole;
  }

  /** Throws an exception if the query was cancelled or timed out. */
  protected final void check() {
    QueryWatch.check(watch);
  }

  /** Advances to the next neighbour. Returns false if there is none. */
  final boolean step() {
    pages.begin(era(), true);
    try {
      return next();
    } finally {
      pages.end();
    }
  }

  @Override
  public final long id() {
    return id;
  }

  @Override
  public final double at(int coordinate) {
    return box[coordinate];
  }

  @Override
  public final double distance() {
    return distance;
  }
}
