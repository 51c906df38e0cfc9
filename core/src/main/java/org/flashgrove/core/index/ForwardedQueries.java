package org.flashgrove.core.index;

import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleTest;
import org.jspecify.annotations.Nullable;

/** Queries that another object answers. */
public abstract class ForwardedQueries implements SpatialQueries {
  private final SpatialQueries queries;

  /** Creates queries that another object answers, which the subclass closes if it has to be. */
  protected ForwardedQueries(SpatialQueries queries) {
    this.queries = queries;
  }

  @Override
  public final long search(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      EntryVisitor visitor) {
    return queries.searchUntil(test, minX, minY, maxX, maxY, visitor);
  }

  @Override
  public final long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor) {
    return queries.searchUntil(test, minX, minY, maxX, maxY, visitor);
  }

  @Override
  public final long searchIdsUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingIdVisitor visitor) {
    return queries.searchIdsUntil(test, minX, minY, maxX, maxY, visitor);
  }

  @Override
  public final long count(RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return queries.count(test, minX, minY, maxX, maxY);
  }

  @Override
  public final EntryCursor cursor(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return queries.cursor(test, minX, minY, maxX, maxY);
  }

  @Override
  public final long nearestUntil(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      @Nullable LongToDoubleFunction exactDistance,
      StoppingNeighbourVisitor visitor) {
    return queries.nearestUntil(minX, minY, maxX, maxY, limit, exactDistance, visitor);
  }

  @Override
  public final long nearestIdsUntil(
      double minX, double minY, double maxX, double maxY, long limit, StoppingIdVisitor visitor) {
    return queries.nearestIdsUntil(minX, minY, maxX, maxY, limit, visitor);
  }

  @Override
  public final NeighbourCursor neighbours(
      double minX,
      double minY,
      double maxX,
      double maxY,
      @Nullable LongToDoubleFunction exactDistance) {
    return queries.neighbours(minX, minY, maxX, maxY, exactDistance);
  }

  @Override
  public final Metric metric() {
    return queries.metric();
  }

  @Override
  public final long size() {
    return queries.size();
  }
}
