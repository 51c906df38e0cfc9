package org.flashgrove.core.index;

import java.util.Objects;
import java.util.stream.Stream;
import org.flashgrove.core.geometry.Metric;
import org.jspecify.annotations.Nullable;

/**
 * The part that an index implements so that queries run on it: one scan and one cursor. All methods
 * of {@link SpatialQueries} follow from these two.
 *
 * <p>A scan and a cursor look at these parts of a query: its test and rectangle, or that it is for
 * the nearest entries and how many, whether it needs ids only, and its {@link QueryWatch}. The
 * remaining parts are done here: limits, and decisions by geometries.
 */
public interface EntrySource extends SpatialQueries {
  /**
   * Visits the entries that match, until the sink stops the scan.
   *
   * @param sink receives each entry; null to count only, for a query that is not for the nearest
   * @return number of entries visited
   * @throws IllegalArgumentException if the index does not allow the query's rectangle
   */
  long scan(EntryQuery query, @Nullable EntrySink sink);

  /**
   * Returns a cursor over the entries that match. The caller closes it.
   *
   * @throws IllegalArgumentException if the index does not allow the query's rectangle
   */
  EntryCursor open(EntryQuery query);

  @Override
  default long forEach(EntryQuery query, EntryVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    return query.isPlain() ? scan(query, visitor) : QueryRun.visit(this, query, visitor);
  }

  @Override
  default EntryCursor cursor(EntryQuery query) {
    return query.isPlain() ? open(query) : QueryRun.open(this, query);
  }

  @Override
  default Stream<Entry> stream(EntryQuery query) {
    return QueryRun.stream(cursor(query));
  }

  @Override
  default long count(EntryQuery query) {
    return query.isPlain() && !query.isNearest()
        ? scan(query, null)
        : QueryRun.visit(this, query, QueryRun.IGNORED);
  }

  @Override
  default long search(double minX, double minY, double maxX, double maxY, EntryVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    return scan(EntryQuery.intersecting(minX, minY, maxX, maxY), visitor);
  }

  @Override
  default long nearest(double x, double y, long k, NeighbourVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    return scan(EntryQuery.nearest(k, x, y), visitor);
  }

  /** Returns how distances are measured: in the plane, unless the index was created otherwise. */
  @Override
  default Metric metric() {
    return Metric.PLANAR;
  }
}
