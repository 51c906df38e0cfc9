package org.flashgrove.cli;

import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.datasets.csv.EntryCursor;
import org.locationtech.jts.geom.Envelope;

/** Rows that change the entries of a store of one index. */
final class EntryRows implements RowTarget {
  private final SpatialStore entries;
  private final RowChange change;

  EntryRows(SpatialStore entries, RowChange change) {
    this.entries = entries;
    this.change = change;
  }

  @Override
  public Store store() {
    return entries.store();
  }

  @Override
  public void check(EntryCursor row) {
    // every rectangle can be asked for
  }

  @Override
  public boolean apply(EntryCursor row) {
    return switch (change) {
      case INSERT -> {
        entries.insert(row.id(), row.minX(), row.minY(), row.maxX(), row.maxY());
        yield true;
      }
      case DELETE -> entries.delete(row.id(), row.minX(), row.minY(), row.maxX(), row.maxY());
      case UPDATE ->
          entries.update(
              row.id(), row.old(), new Envelope(row.minX(), row.maxX(), row.minY(), row.maxY()));
    };
  }
}
