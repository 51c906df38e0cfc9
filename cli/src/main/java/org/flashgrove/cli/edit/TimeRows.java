package org.flashgrove.cli.edit;

import org.flashgrove.access.Store;
import org.flashgrove.access.structure.TimeStructure;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.RowForms;

/**
 * Appends the rows of data files to a structure that stores records by time. A row is either a key
 * with a value, or a point. Times are consecutive numbers: the time of each row is one more than
 * the time of the newest record.
 */
public final class TimeRows implements RowTarget {
  private final Store store;
  private final TimeStructure records;
  private final boolean isOfPairs;

  public TimeRows(Store store, ChosenStructure chosen) {
    this.store = store;
    records = store.times(chosen.name());
    isOfPairs = chosen.forms() == RowForms.PAIRS;
  }

  /**
   * Throws an exception for a change that a structure of records by time does not support.
   *
   * @throws IllegalArgumentException if the change is not supported; the message names the
   *     alternatives
   */
  static void requireFits(RowChange change) {
    if (change != RowChange.INSERT) {
      throw new IllegalArgumentException(
          "records by time: cannot be "
              + change.done()
              + "; use insert, which overwrites the oldest records");
    }
  }

  /**
   * Throws an exception if a structure stores points and a row is not a point.
   *
   * @throws org.flashgrove.datasets.InputException if the row is not a point; the message names the
   *     row
   */
  public static void requireRow(ChosenStructure chosen, FeatureCursor row) {
    if (chosen.forms() != RowForms.PAIRS && row.kind() != EntryKind.POINTS) {
      throw row.problem("is no point", "rows id,x,y or id,lon,lat");
    }
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public void check(FeatureCursor row) {
    // rows were checked with the whole file
  }

  @Override
  public boolean apply(FeatureCursor row) {
    if (isOfPairs) {
      records.append(row.id(), row.value());
    } else {
      records.append(row.id(), row.minX(), row.minY());
    }
    return true;
  }
}
