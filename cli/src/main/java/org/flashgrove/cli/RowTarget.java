package org.flashgrove.cli;

import org.flashgrove.access.Store;
import org.flashgrove.datasets.feature.FeatureCursor;

/** What rows of files change: the entries of a spatial index, or the records of a table. */
interface RowTarget extends AutoCloseable {
  /** The store, with all its structures. */
  Store store();

  /**
   * Refuses a row that reads well and cannot be used.
   *
   * @throws org.flashgrove.datasets.InputException naming the row and what is allowed
   */
  void check(FeatureCursor row);

  /**
   * Applies a row that {@link #check} has just let pass, by one commit.
   *
   * @return whether the entry or record that it names was there
   */
  boolean apply(FeatureCursor row);

  @Override
  default void close() {
    store().close();
  }
}
