package org.flashgrove.access;

import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.indexes.grove.GroveSnapshot;
import org.locationtech.jts.geom.Envelope;

/**
 * The entries of a grove as a snapshot has them.
 *
 * @param pages receives the number of pages that a search has looked at
 */
record GroveEntries(GroveSnapshot grove, LongConsumer pages) implements EntrySnapshot {
  @Override
  public long search(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      EntryVisitor visitor) {
    return grove.search(test, minX, minY, maxX, maxY, visitor);
  }

  @Override
  public long searchIds(RectangleTest test, Envelope box, LongPredicate visitor) {
    long before = grove.pages();
    long visited =
        grove.searchIds(test, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY(), visitor);
    pages.accept(grove.pages() - before);
    return visited;
  }

  @Override
  public long nearest(
      Envelope box, long limit, LongToDoubleFunction exactDistance, NeighbourVisitor visitor) {
    long before = grove.pages();
    long visited =
        grove.nearest(
            box.getMinX(),
            box.getMinY(),
            box.getMaxX(),
            box.getMaxY(),
            limit,
            exactDistance,
            visitor);
    pages.accept(grove.pages() - before);
    return visited;
  }
}
