package org.flashgrove.access;

import java.util.function.LongConsumer;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.NeighbourCursor;
import org.flashgrove.core.index.StoppingEntryVisitor;
import org.flashgrove.core.index.StoppingIdVisitor;
import org.flashgrove.core.index.StoppingNeighbourVisitor;
import org.flashgrove.indexes.grove.GroveSnapshot;
import org.flashgrove.indexes.query.PartJoin;

/**
 * The entries of a grove as a snapshot has them.
 *
 * @param pages receives the number of pages that a search has looked at
 */
record GroveEntries(GroveSnapshot grove, LongConsumer pages) implements EntrySnapshot {
  @Override
  public long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor) {
    return grove.searchUntil(test, minX, minY, maxX, maxY, visitor);
  }

  @Override
  public long searchIdsUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingIdVisitor visitor) {
    long before = grove.pages();
    long visited = grove.searchIdsUntil(test, minX, minY, maxX, maxY, visitor);
    pages.accept(grove.pages() - before);
    return visited;
  }

  @Override
  public EntryCursor cursor(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    return grove.cursor(test, minX, minY, maxX, maxY);
  }

  @Override
  public long nearestUntil(
      double minX,
      double minY,
      double maxX,
      double maxY,
      long limit,
      LongToDoubleFunction exactDistance,
      StoppingNeighbourVisitor visitor) {
    long before = grove.pages();
    long visited = grove.nearestUntil(minX, minY, maxX, maxY, limit, exactDistance, visitor);
    pages.accept(grove.pages() - before);
    return visited;
  }

  @Override
  public NeighbourCursor neighbours(
      double minX, double minY, double maxX, double maxY, LongToDoubleFunction exactDistance) {
    return grove.neighbours(minX, minY, maxX, maxY, exactDistance);
  }

  @Override
  public Metric metric() {
    return grove.metric();
  }

  @Override
  public long size() {
    return grove.size();
  }

  @Override
  public void joinAll(PartJoin join) {
    grove.joinAll(join);
  }
}
