package org.flashgrove.core.index;

import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleTest;
import org.jspecify.annotations.Nullable;

/** Answers query values by the methods of {@link SpatialQueries} that they replace. */
record EarlierQueries(SpatialQueries queries) implements EntrySource {
  @Override
  public long scan(EntryQuery query, @Nullable EntrySink sink) {
    EntrySink all = sink == null ? QueryRun.IGNORED : sink;
    return query.isNearest()
        ? queries.nearestUntil(
            query.minX(),
            query.minY(),
            query.maxX(),
            query.maxY(),
            query.most(),
            query.exactDistance(),
            all::found)
        : searchUntil(
            query.test(),
            query.minX(),
            query.minY(),
            query.maxX(),
            query.maxY(),
            (id, x1, y1, x2, y2) -> all.found(id, x1, y1, x2, y2, Double.NaN));
  }

  @Override
  public EntryCursor open(EntryQuery query) {
    return query.isNearest()
        ? queries.neighbours(
            query.minX(), query.minY(), query.maxX(), query.maxY(), query.exactDistance())
        : queries.cursor(query.test(), query.minX(), query.minY(), query.maxX(), query.maxY());
  }

  @Override
  public Metric metric() {
    return queries.metric();
  }

  @Override
  public long size() {
    return queries.size();
  }

  @Override
  public long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor) {
    return queries.searchUntil(test, minX, minY, maxX, maxY, visitor);
  }

  @Override
  public EntryCursor cursor(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return queries.cursor(test, minX, minY, maxX, maxY);
  }

  @Override
  public long nearestUntil(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      java.util.function.@Nullable LongToDoubleFunction exactDistance,
      StoppingNeighbourVisitor visitor) {
    return queries.nearestUntil(minX, minY, maxX, maxY, limit, exactDistance, visitor);
  }

  @Override
  public NeighbourCursor neighbours(
      double minX,
      double minY,
      double maxX,
      double maxY,
      java.util.function.@Nullable LongToDoubleFunction exactDistance) {
    return queries.neighbours(minX, minY, maxX, maxY, exactDistance);
  }
}
