package org.flashgrove.core.index;

/**
 * Several changes of an index in one commit. After a crash, either all of them exist or none;
 * concurrent queries see all of them or none.
 *
 * <p>The batch belongs to the thread that began it, and other changes of the index wait until it is
 * closed. Closing without a commit undoes everything. Changes are kept in memory, so a batch suits
 * up to some thousands of changes.
 *
 * <p>If a change fails for another reason than its arguments, the batch can only be closed.
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

  /**
   * Visits the entries that a query asks for, as this batch has left them.
   *
   * @param query one that is not for the nearest entries
   * @return number of entries visited
   */
  long forEach(EntryQuery query, EntryVisitor visitor);

  /** Returns what a batch throws for a query of the nearest entries. */
  static UnsupportedOperationException noNearest() {
    return new UnsupportedOperationException(
        "nearest entries of a batch (allowed: other queries; commit, then query the index)");
  }

  /** Returns the number of entries, as this batch has left them. */
  long size();

  /** Makes the changes visible and logs them; afterwards the batch can only be closed. */
  void commit();

  /** Ends the batch. */
  @Override
  void close();
}
