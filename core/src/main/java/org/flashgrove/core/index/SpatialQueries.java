package org.flashgrove.core.index;

import java.util.stream.Stream;
import org.flashgrove.core.geometry.Metric;

/**
 * Queries of the entries (id, rectangle) of an index or of one commit of an index.
 *
 * <p>An {@link EntryQuery} defines which entries match. A visitor receives all results. To stop
 * early, set a limit, or use a cursor or a stream, which the caller closes. Cursors and streams
 * read pages on demand, and pin no page between two results.
 *
 * <p>Errors: {@link IllegalArgumentException} for a rectangle that the index does not allow; the
 * exceptions of {@code org.flashgrove.core.failure} for a failing device and for a query that was
 * cancelled or exceeded its time limit.
 */
public interface SpatialQueries {
  /**
   * Visits the results of a query.
   *
   * @return number of entries visited
   */
  long forEach(EntryQuery query, EntryVisitor visitor);

  /** Returns a cursor over the results of a query. The caller closes it. */
  EntryCursor cursor(EntryQuery query);

  /**
   * Returns a sequential stream of the entries of a query. The stream shows the index at the time
   * of the call and reads pages on demand. The caller closes it.
   */
  Stream<Entry> stream(EntryQuery query);

  /** Returns the number of results of a query. */
  long count(EntryQuery query);

  /**
   * Visits all entries whose rectangles intersect a window, in no particular order.
   *
   * @return number of entries visited
   */
  long search(double minX, double minY, double maxX, double maxY, EntryVisitor visitor);

  /**
   * Visits the k entries nearest to the point (x, y), nearest first, like {@link
   * EntryQuery#nearest}.
   *
   * @return number of entries visited
   */
  long nearest(double x, double y, long k, NeighbourVisitor visitor);

  /** Returns the metric of the index, which defines how distances are measured. */
  Metric metric();

  /** Returns the number of entries; duplicates count separately. */
  long size();
}
