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
 * A search of an index of blocks for entries by their distance. Used again from query to query; for
 * one thread at a time.
 *
 * @param <V> what a search sees of the index
 */
public abstract class NearestBlocks<V> implements NeighbourSearch {
  private final PageReader pages;
  private final double[] box;
  private long id;
  private double distance;
  private DistanceFrom from;
  private QueryWatch watch;

  /**
   * Creates a search.
   *
   * @param box minX, minY, maxX, maxY of the neighbour that was found last
   */
  protected NearestBlocks(PageReader pages, double[] box) {
    this.pages = pages;
    this.box = box;
  }

  /**
   * Sets what is searched from.
   *
   * @throws IllegalArgumentException for a rectangle that the metric does not allow
   */
  final void from(Metric metric, double minX, double minY, double maxX, double maxY) {
    from = metric.from(minX, minY, maxX, maxY, from);
    reset(from);
  }

  /** Sets what is searched from. */
  protected abstract void reset(DistanceFrom from);

  /**
   * Starts a search.
   *
   * @param limit most neighbours that are asked for
   * @param exactDistance distance of the object of an id, not less than that of its rectangle; null
   *     if rectangles are the objects
   * @param idsOnly whether neither distances nor rectangles are asked for
   */
  protected abstract void start(
      V view, long limit, LongToDoubleFunction exactDistance, boolean idsOnly);

  /** Returns what the search sees of the blocks ({@link PageCache#retire}). */
  protected abstract Object era();

  /** Forgets what the search saw, and the objects' distances. */
  protected abstract void end();

  /** Notes the next neighbour, whose rectangle is in the box. */
  protected final void found(long newId, double newDistance) {
    id = newId;
    distance = newDistance;
  }

  /** Returns the number of pages that all searches so far requested. */
  final long pagesRequested() {
    return pages.requested();
  }

  /** Visits the nearest entries; returns how many. */
  final long visit(V view, EntryQuery query, EntrySink sink) {
    start(view, query, query.wantsIdsOnly() && query.exactDistance() == null);
    pages.begin(era(), false);
    try {
      return visit(query.most(), sink);
    } finally {
      pages.end();
      end();
    }
  }

  /** Starts a search that waits between two neighbours. */
  final void start(V view, EntryQuery query) {
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

  /** Throws if the query was cancelled or ran out of time. */
  protected final void check() {
    QueryWatch.check(watch);
  }

  /** Goes on to the next neighbour of a search that waits between two; whether there is one. */
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
