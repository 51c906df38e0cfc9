package org.flashgrove.cli.edit;

import org.flashgrove.access.Store;
import org.flashgrove.access.structure.TimeStructure;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.RowForms;

/**
 * Rows that are appended to records by time: keys with a value, or points. The clock ticks once a
 * record: each gets the time after that of the newest one.
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
   * Refuses a change that such records do not have.
   *
   * @throws IllegalArgumentException naming what is allowed
   */
  static void requireFits(RowChange change) {
    if (change != RowChange.INSERT) {
      throw new IllegalArgumentException(
          "records by time cannot be "
              + change.done()
              + " (allowed: insert; the oldest ones are overwritten)");
    }
  }

  /**
   * Refuses a row that is no point where points are wanted.
   *
   * @throws org.flashgrove.datasets.InputException naming the row
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
    // the file was looked at as a whole
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
