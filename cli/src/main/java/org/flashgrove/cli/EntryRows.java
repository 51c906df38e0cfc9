package org.flashgrove.cli;

import org.flashgrove.access.Store;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Envelope;

/** Rows that change the entries of a spatial index. */
final class EntryRows implements RowTarget {
  private final Store store;
  private final SpatialIndex entries;
  private final RowChange change;

  EntryRows(Store store, String structure, RowChange change) {
    this.store = store;
    entries = store.entries(structure).entries();
    this.change = change;
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public void check(FeatureCursor row) {
    // every rectangle can be asked for
  }

  @Override
  public boolean apply(FeatureCursor row) {
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
