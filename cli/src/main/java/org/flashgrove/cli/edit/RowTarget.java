package org.flashgrove.cli.edit;

import java.util.List;
import org.flashgrove.access.Store;
import org.flashgrove.cli.input.GivenIds;
import org.flashgrove.datasets.feature.FeatureCursor;

/** Target of the rows of data files: a spatial index, a key tree, records by time, or a table. */
public interface RowTarget extends AutoCloseable {
  /** Returns the store with all its structures. */
  Store store();

  /**
   * Checks a row that was read without errors.
   *
   * @throws org.flashgrove.datasets.InputException if the row cannot be applied; names the row and
   *     what is allowed
   */
  void check(FeatureCursor row);

  /**
   * Applies a row that {@link #check} has accepted. Each row is one commit. In a table several rows
   * share a commit, which happens in {@link #finish} at the latest.
   *
   * @return whether the entry or record that the row names existed
   */
  boolean apply(FeatureCursor row);

  /**
   * Returns a message for each kind of data that is lost from a file whose rows were checked.
   *
   * @param rows cursor after its last row
   */
  default List<String> losses(FeatureCursor rows) {
    return rows.notes();
  }

  /** Adds the ids in the target to {@code ids}. */
  default void addIdsTo(GivenIds ids) {}

  /** Commits all applied rows. */
  default void finish() {}

  @Override
  default void close() {
    store().close();
  }
}
