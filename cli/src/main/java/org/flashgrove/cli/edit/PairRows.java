package org.flashgrove.cli.edit;

import org.flashgrove.access.Store;
import org.flashgrove.access.structure.PairStructure;
import org.flashgrove.datasets.feature.FeatureCursor;

/**
 * Applies the rows of data files to a key tree of (key, value) pairs. The id of a row is the key.
 */
public final class PairRows implements RowTarget {
  private final Store store;
  private final PairStructure pairs;
  private final RowChange change;

  public PairRows(Store store, String structure, RowChange change) {
    this.store = store;
    pairs = store.pairs(structure);
    this.change = change;
  }

  /**
   * Throws an exception for a change that a key tree does not support.
   *
   * @throws IllegalArgumentException if the change is not supported; the message names the
   *     alternatives
   */
  static void requireFits(RowChange change) {
    if (change == RowChange.UPDATE) {
      throw new IllegalArgumentException(
          "update: pairs of a key tree cannot be updated; delete them, then insert the new pairs");
    }
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public void check(FeatureCursor row) {
    // nothing to check, because the key tree itself rejects rows that it cannot store
  }

  @Override
  public boolean apply(FeatureCursor row) {
    try {
      return change == RowChange.INSERT
          ? pairs.insert(row.id(), row.value())
          : pairs.delete(row.id(), row.value());
    } catch (IllegalArgumentException e) {
      throw row.problem(e.getMessage(), "keys and values as wide as its spec says");
    }
  }
}
