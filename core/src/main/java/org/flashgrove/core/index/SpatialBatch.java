package org.flashgrove.core.index;

/**
 * Several changes of an index in one commit. After a crash either all or none of them exist;
 * concurrent queries see all or none.
 *
 * <p>The batch belongs to the thread that began it. Other changes of the index wait until the batch
 * is closed. Closing without a commit undoes all changes. Changes are kept in memory, so a batch
 * suits up to some thousands of changes.
 *
 * <p>If a change fails for any reason other than its arguments, the batch can only be closed.
 */
public interface SpatialBatch extends ChangesById, AutoCloseable {
  /** Adds an entry. */
  void insert(long id, double minX, double minY, double maxX, double maxY);

  /** Removes one entry with exactly this id and rectangle; returns whether it existed. */
  boolean delete(long id, double minX, double minY, double maxX, double maxY);

  /**
   * Removes one entry with exactly this id and rectangle that the caller knows to exist. An index
   * that can delete without a search skips the search.
   *
   * @return false if the index searched for the entry and did not find it
   */
  default boolean deleteKnown(long id, double minX, double minY, double maxX, double maxY) {
    return delete(id, minX, minY, maxX, maxY);
  }

  /**
   * Visits the results of a query, including the changes of this batch.
   *
   * @param query a query other than for nearest entries
   * @return number of entries visited
   */
  long forEach(EntryQuery query, EntryVisitor visitor);

  /** Returns the exception that a batch throws for a query for the nearest entries. */
  static UnsupportedOperationException noNearest() {
    return new UnsupportedOperationException(
        "batch: cannot search for the nearest entries; commit, then query the index");
  }

  /** Returns the number of entries, including the changes of this batch. */
  long size();

  /** Logs the changes and makes them visible. Afterwards the batch can only be closed. */
  void commit();

  /** Closes the batch. Changes that were not committed are undone. */
  @Override
  void close();
}
