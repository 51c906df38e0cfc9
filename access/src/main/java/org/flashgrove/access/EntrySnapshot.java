package org.flashgrove.access;

import java.util.function.LongToDoubleFunction;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.IdVisitor;
import org.flashgrove.core.index.SpatialQueries;
import org.flashgrove.core.index.StoppingJoinVisitor;
import org.flashgrove.core.index.StoppingNeighbourVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.indexes.query.EntrySearch;
import org.flashgrove.indexes.query.PartJoin;
import org.flashgrove.indexes.query.SpatialJoin;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/**
 * The entries of a structure as a snapshot of its store has them, whatever is changed meanwhile.
 * For one thread, as long as the snapshot is open.
 */
public interface EntrySnapshot extends SpatialQueries, EntrySearch {
  /** Entries that a join takes at a time from an index without parts of its own. */
  int ENTRIES_OF_A_PART = 1_000;

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

  /** Gives all entries to a join, some hundred at a time that may lie near each other. */
  default void joinAll(PartJoin join) {
    int[] left = {ENTRIES_OF_A_PART};
    searchUntil(
        Predicate.DISJOINT.candidates(), // every entry
        0,
        0,
        0,
        0,
        (id, minX, minY, maxX, maxY) -> {
          join.visit(id, minX, minY, maxX, maxY);
          if (--left[0] > 0) {
            return VisitResult.CONTINUE;
          }
          left[0] = ENTRIES_OF_A_PART;
          return VisitResult.continueIf(join.endPart());
        });
    join.endPart();
  }

  /**
   * Returns the join of this snapshot and another one, by which it can be done in parts, if both
   * are of trees; else null.
   */
  default @Nullable TreeJoin treeJoin(EntrySnapshot right, RectangleTest test) {
    return null;
  }

  /**
   * Visits the pairs of an entry of this snapshot and one of another for which a test holds, as
   * {@link EntryStructure#join} does, until the visitor stops.
   *
   * @return number of pairs visited
   */
  default long joinUntil(EntrySnapshot right, RectangleTest test, StoppingJoinVisitor visitor) {
    SpatialJoin.requireJoinable(test, metric(), right.metric());
    boolean partIsLeft = !(this instanceof TreeEntries);
    PartJoin join = new PartJoin(partIsLeft ? right : this, test, partIsLeft, visitor);
    (partIsLeft ? this : right).joinAll(join);
    return join.found();
  }
}
