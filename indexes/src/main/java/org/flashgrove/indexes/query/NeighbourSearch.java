package org.flashgrove.indexes.query;

import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.VisitResult;

/** Search that finds entries in ascending order of their distance from a query rectangle. */
public interface NeighbourSearch {
  /**
   * Moves to the next entry, which is not nearer than the current one. Returns false if there is
   * none.
   */
  boolean next();

  /** Returns the id of the current entry. */
  long id();

  /** Returns a coordinate of the current entry's rectangle: 0 to 3 for minX, minY, maxX, maxY. */
  double at(int coordinate);

  /** Returns the distance of the current entry. */
  double distance();

  /**
   * Visits the next entries until the limit is reached or the sink stops.
   *
   * @return number of entries visited
   */
  default long visit(long limit, EntrySink sink) {
    long visited = 0;
    VisitResult answer = VisitResult.CONTINUE;
    while (answer == VisitResult.CONTINUE && visited < limit && next()) {
      visited++;
      answer = sink.found(id(), at(0), at(1), at(2), at(3), distance());
    }
    return visited;
  }
}
