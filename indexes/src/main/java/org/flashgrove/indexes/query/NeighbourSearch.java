package org.flashgrove.indexes.query;

import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.VisitResult;

/** A search that finds entries one after the other by their distance from a query. */
public interface NeighbourSearch {
  /** Goes on to the next entry, one that is not nearer; returns whether there is one. */
  boolean next();

  /** Returns the id of the entry found last. */
  long id();

  /** Returns a coordinate of its rectangle: 0 to 3 for minX, minY, maxX, maxY. */
  double at(int coordinate);

  /** Returns its distance. */
  double distance();

  /**
   * Visits the entries that come next until there are as many as the limit or the sink stops.
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
