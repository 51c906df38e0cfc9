package org.flashgrove.indexes.query;

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
}
