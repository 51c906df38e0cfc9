package org.flashgrove.cli.edit;

import java.util.List;
import org.flashgrove.access.Store;
import org.flashgrove.cli.input.GivenIds;
import org.flashgrove.datasets.feature.FeatureCursor;

/**
 * Structure to which the rows of data files are applied: a spatial index, a key tree, a structure
 * that stores records by time, or a table.
 */
public interface RowTarget extends AutoCloseable {
  /** Returns the store with all its structures. */
  Store store();

  /**
   * Checks whether a row can be applied.
   *
   * @throws org.flashgrove.datasets.InputException if the row cannot be applied; the message names
   *     the row and what is allowed
   */
  void check(FeatureCursor row);

  /**
   * Applies a row that {@link #check} has accepted. Each row is one commit, except in a table,
   * where several rows share a commit. {@link #finish} commits the remaining rows.
   *
   * @return whether the entry or record that the row names existed
   */
  boolean apply(FeatureCursor row);

  /**
   * Returns a message for each kind of data that a file has and the target does not store. Called
   * after all rows of the file were checked.
   *
   * @param rows cursor after its last row
   */
  default List<String> losses(FeatureCursor rows) {
    return rows.notes();
  }

  /** Adds the ids of all existing entries or records to {@code ids}. */
  default void addIdsTo(GivenIds ids) {}

  /** Commits all applied rows. */
  default void finish() {}

  @Override
  default void close() {
    store().close();
  }
}
