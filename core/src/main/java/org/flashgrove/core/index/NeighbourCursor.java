package org.flashgrove.core.index;

/**
 * Entries in the order of their distance from a query, one per call of {@link #next}: the cursor
 * reads no more nodes than the next entry requires.
 *
 * <p>It sees the index as it was when the cursor was made, whatever changes since; no page is
 * pinned between two calls. As long as it is open the index keeps what changes replace, within a
 * budget: a cursor that outlives it ends in {@link
 * org.flashgrove.core.failure.SnapshotExpiredException}. Close it.
 *
 * <p>For one thread at a time. The getters describe the entry that the last call of {@link #next}
 * moved to; before the first call and after one that returned false they throw {@link
 * IllegalStateException}.
 */
public interface NeighbourCursor extends AutoCloseable {
  /**
   * Goes on to the next entry, one that is not nearer than the one before; entries of equal
   * distance come by id, then by rectangle.
   *
   * @return whether there is one
   * @throws IllegalStateException if the cursor is closed, or an error ended a call before
   */
  boolean next();

  /** Returns the id of the entry. */
  long id();

  /** Returns the least x of its rectangle. */
  double minX();

  /** Returns the least y of its rectangle. */
  double minY();

  /** Returns the greatest x of its rectangle. */
  double maxX();

  /** Returns the greatest y of its rectangle. */
  double maxY();

  /** Returns its Euclidean distance from the query, in units of the coordinates. */
  double distance();

  /** Ends the cursor. A second call does nothing. */
  @Override
  void close();
}
