package org.flashgrove.access.structure;

import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySource;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.indexes.query.PartJoin;
import org.flashgrove.indexes.query.SpatialJoin;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a structure as a snapshot of its store has them, whatever is changed meanwhile.
 * For one thread, as long as the snapshot is open.
 */
public interface EntrySnapshot extends EntrySource {
  /** Entries that a join takes at a time from an index without parts of its own. */
  int ENTRIES_OF_A_PART = 1_000;

  /** Gives all entries to a join, some hundred at a time that may lie near each other. */
  default void joinAll(PartJoin join) {
    int[] left = {ENTRIES_OF_A_PART};
    scan(
        EntryQuery.all(),
        (id, minX, minY, maxX, maxY, distance) -> {
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
  default long join(EntrySnapshot right, RectangleTest test, PairVisitor visitor) {
    SpatialJoin.requireJoinable(test, metric(), right.metric());
    boolean partIsLeft = !(this instanceof TreeEntries);
    PartJoin join = new PartJoin(partIsLeft ? right : this, test, partIsLeft, visitor);
    (partIsLeft ? this : right).joinAll(join);
    return join.found();
  }
}
