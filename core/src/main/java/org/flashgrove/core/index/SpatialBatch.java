package org.flashgrove.core.index;

import org.flashgrove.core.geometry.RectangleTest;

/**
 * Several changes of an index that commit together: all of them are there after a crash, or none,
 * and queries beside it see all of them or none.
 *
 * <p>It belongs to the thread that began it; other changes of the index wait until it is closed.
 * Closing without a commit leaves everything as it was. What it changes is kept in memory: it is
 * made for up to some thousands of changes.
 *
 * <p>After a change that failed for another reason than its arguments the batch can only be closed.
 */
public interface SpatialBatch extends ChangesById, AutoCloseable {
  /** Adds an entry. */
  void insert(long id, double minX, double minY, double maxX, double maxY);

  /** Removes one entry of exactly this id and rectangle; returns whether there was one. */
  boolean delete(long id, double minX, double minY, double maxX, double maxY);

  /**
   * Removes one entry of exactly this id and rectangle. The caller knows that the entry is there,
   * so an index that can remove it without finding it does not look for it.
   *
   * @return false if it was looked for and not found
   */
  default boolean deleteKnown(long id, double minX, double minY, double maxX, double maxY) {
    return delete(id, minX, minY, maxX, maxY);
  }

  /** Visits all entries that match, as this batch has left them; see {@link SpatialQueries}. */
  default long search(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      EntryVisitor visitor) {
    return searchUntil(test, minX, minY, maxX, maxY, visitor);
  }

  /** Visits the entries that match, as this batch has left them, until the visitor stops. */
  long searchUntil(
      RectangleTest test,
      double minX,
      double minY,
      double maxX,
      double maxY,
      StoppingEntryVisitor visitor);

  /** Returns the number of entries, as this batch has left them. */
  long size();

  /** Makes the changes visible and logs them; afterwards the batch can only be closed. */
  void commit();

  /** Ends the batch. */
  @Override
  void close();
}
