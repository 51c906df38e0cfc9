package org.flashgrove.core.index;

import java.util.Objects;
import java.util.stream.Stream;
import org.flashgrove.core.geometry.Metric;
import org.jspecify.annotations.Nullable;

/**
 * The part of {@link SpatialQueries} that an index implements: {@link #scan} and {@link #open}.
 * This interface implements the other query methods by calling these two.
 *
 * <p>The index evaluates a query's test and rectangle, its limit on nearest entries, {@link
 * EntryQuery#idsOnly} and its {@link QueryWatch}. This interface evaluates other limits and tests
 * on geometries.
 */
public interface EntrySource extends SpatialQueries {
  /**
   * Visits the matching entries until the sink stops the scan.
   *
   * @param sink receives each entry; may be null to count only, unless the query is for the nearest
   *     entries
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
    Objects.requireNonNull(query, "query");
    return query.isPlain() ? scan(query, visitor) : QueryRun.visit(this, query, visitor);
  }

  @Override
  default EntryCursor cursor(EntryQuery query) {
    Objects.requireNonNull(query, "query");
    return query.isPlain() ? open(query) : QueryRun.open(this, query);
  }

  @Override
  default Stream<Entry> stream(EntryQuery query) {
    return QueryRun.stream(cursor(query));
  }

  @Override
  default long count(EntryQuery query) {
    Objects.requireNonNull(query, "query");
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

  /** Returns the metric of the index, by default {@link Metric#PLANAR}. */
  @Override
  default Metric metric() {
    return Metric.PLANAR;
  }
}
