package org.flashgrove.access;

import java.util.function.LongPredicate;
import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.NeighbourVisitor;
import org.flashgrove.indexes.query.EntrySearch;
import org.locationtech.jts.geom.Envelope;

/**
 * The entries of a structure as a snapshot of its store has them, whatever is changed meanwhile.
 * For one thread, as long as the snapshot is open.
 */
public interface EntrySnapshot extends EntrySearch {
  /**
   * Visits the ids of the entries whose rectangles match a box, in no particular order.
   *
   * @return number of entries visited
   */
  long searchIds(RectangleTest test, Envelope box, LongPredicate visitor);

  /**
   * Visits the entries nearest to a box, as {@link org.flashgrove.core.index.SpatialIndex#nearest}
   * does.
   *
   * @return number of entries visited
   */
  long nearest(
      Envelope box, long limit, LongToDoubleFunction exactDistance, NeighbourVisitor visitor);
}
