package org.flashgrove.core.index;

/**
 * Entries in the order of their distance from a query, one per call of {@link #next}: an {@link
 * EntryCursor} that reads no more nodes than the next entry requires.
 */
public interface NeighbourCursor extends EntryCursor {
  /**
   * Goes on to the next entry, one that is not nearer than the one before; entries of equal
   * distance come by id, then by rectangle.
   *
   * @return whether there is one
   * @throws IllegalStateException if the cursor is closed, or an error ended a call before
   */
  @Override
  boolean next();

  /** Returns its distance from the query, in the unit of {@link SpatialQueries#nearest}. */
  double distance();
}
