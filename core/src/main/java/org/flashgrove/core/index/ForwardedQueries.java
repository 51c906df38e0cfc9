package org.flashgrove.core.index;

import java.util.Objects;
import java.util.stream.Stream;
import org.flashgrove.core.geometry.Metric;

/** Base class of queries that forward to another object. */
public abstract class ForwardedQueries implements SpatialQueries {
  private final EntrySource source;

  /**
   * Creates queries that forward to another object. The subclass closes that object if necessary.
   *
   * @param queries an index, or another object that forwards queries to an index
   */
  protected ForwardedQueries(SpatialQueries queries) {
    source =
        queries instanceof ForwardedQueries forwarded ? forwarded.source : (EntrySource) queries;
  }

  @Override
  public final long forEach(EntryQuery query, EntryVisitor visitor) {
    return source.forEach(query, visitor);
  }

  @Override
  public final EntryCursor cursor(EntryQuery query) {
    return source.cursor(query);
  }

  @Override
  public final Stream<Entry> stream(EntryQuery query) {
    return source.stream(query);
  }

  @Override
  public final long count(EntryQuery query) {
    return source.count(query);
  }

  @Override
  public final long search(
      double minX, double minY, double maxX, double maxY, EntryVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    return source.scan(EntryQuery.intersecting(minX, minY, maxX, maxY), visitor);
  }

  @Override
  public final long nearest(double x, double y, long k, NeighbourVisitor visitor) {
    Objects.requireNonNull(visitor, "visitor");
    return source.scan(EntryQuery.nearest(k, x, y), visitor);
  }

  @Override
  public final Metric metric() {
    return source.metric();
  }

  @Override
  public final long size() {
    return source.size();
  }
}
