package org.flashgrove.access;

import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.IdVisitor;
import org.flashgrove.core.index.SpatialQueries;
import org.flashgrove.core.index.StoppingNeighbourVisitor;
import org.flashgrove.indexes.query.EntrySearch;
import org.locationtech.jts.geom.Envelope;

/**
 * The entries of a structure as a snapshot of its store has them, whatever is changed meanwhile.
 * For one thread, as long as the snapshot is open.
 */
public interface EntrySnapshot extends SpatialQueries, EntrySearch {
  /** Visits the ids of all entries whose rectangles match a box, in no particular order. */
  default long searchIds(RectangleTest test, Envelope box, IdVisitor visitor) {
    return searchIds(test, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY(), visitor);
  }

  /** Visits the entries nearest to a box until the visitor stops. */
  default long nearestUntil(
      Envelope box,
      long limit,
      LongToDoubleFunction exactDistance,
      StoppingNeighbourVisitor visitor) {
    return nearestUntil(
        box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY(), limit, exactDistance, visitor);
  }
}
