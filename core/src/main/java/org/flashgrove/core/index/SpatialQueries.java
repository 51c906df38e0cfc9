package org.flashgrove.core.index;

import java.util.stream.Stream;
import org.flashgrove.core.geometry.Metric;

/**
 * Queries of entries (id, rectangle): of an index, or of one commit of it.
 *
 * <p>An {@link EntryQuery} says which entries. A visitor receives all of them. To stop early, set a
 * limit, or use a cursor or a stream, which wait between two entries. The caller closes these; no
 * page is pinned while they wait.
 *
 * <p>Errors: {@link IllegalArgumentException} for a rectangle that the index does not allow, the
 * exceptions of {@code org.flashgrove.core.failure} for the device, and for a query that was
 * cancelled or ran out of time.
 */
public interface SpatialQueries {
  /**
   * Visits the entries that a query asks for.
   *
   * @return number of entries visited
   */
  long forEach(EntryQuery query, EntryVisitor visitor);

  /** Returns a cursor over the entries that a query asks for. The caller closes it. */
  EntryCursor cursor(EntryQuery query);

  /**
   * Returns a sequential stream of the entries of a query. It shows the index at the time of the
   * call and reads pages on demand. The caller closes it.
   */
  Stream<Entry> stream(EntryQuery query);

  /** Returns the number of entries that a query asks for. */
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

  /** Returns how distances are measured: in the plane, unless the index was created otherwise. */
  Metric metric();

  /** Returns the number of entries, equal ones counted each: what a query of all visits. */
  long size();
}
