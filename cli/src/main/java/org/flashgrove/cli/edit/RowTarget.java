package org.flashgrove.cli.edit;

import java.util.List;
import org.flashgrove.access.Store;
import org.flashgrove.cli.input.GivenIds;
import org.flashgrove.datasets.feature.FeatureCursor;

/** Target of the rows of data files: the entries of a spatial index or the records of a table. */
public interface RowTarget extends AutoCloseable {
  /** The store, with all its structures. */
  Store store();

  /**
   * Refuses a row that reads well and cannot be used.
   *
   * @throws org.flashgrove.datasets.InputException naming the row and what is allowed
   */
  void check(FeatureCursor row);

  /**
   * Applies a row that {@link #check} has just let pass, by a commit of its own or, in a table,
   * together with others, which {@link #finish} commits at the latest.
   *
   * @return whether the entry or record that it names was there
   */
  boolean apply(FeatureCursor row);

  /**
   * Returns a message for each loss of a file whose rows were checked.
   *
   * @param rows cursor behind the last row
   */
  default List<String> losses(FeatureCursor rows) {
    return rows.notes();
  }

  /** Adds the ids that the target has. */
  default void addIdsTo(GivenIds ids) {}

  /** Commits what was applied. */
  default void finish() {}

  @Override
  default void close() {
    store().close();
  }
}
