package org.flashgrove.cli;

import org.flashgrove.access.Store;
import org.flashgrove.access.table.RecordLookup;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.datasets.feature.FeatureCursor;

/** Rows that change the records of a table. */
final class RecordRows implements RowTarget {
  private final Table table;
  private final RowChange change;
  private final RecordLookup records;
  private final AttributeColumns columns;
  private long rid;

  RecordRows(Table table, RowChange change) {
    this.table = table;
    this.change = change;
    columns = new AttributeColumns(table.schema());
    records = change == RowChange.INSERT ? null : table.lookup(); // an insertion looks nothing up
  }

  @Override
  public Store store() {
    return table.store();
  }

  @Override
  public void check(FeatureCursor row) {
    if (change != RowChange.DELETE) {
      try {
        table.requireHoldable(row.geometry());
      } catch (IllegalArgumentException e) {
        throw row.problem(e.getMessage(), "geometries that all indices of the table hold");
      }
      if (change == RowChange.INSERT) {
        columns.require(row);
      } else {
        columns.look(row);
      }
    }
    rid = change == RowChange.INSERT ? RecordLookup.NONE : find(row);
    if (rid == RecordLookup.SEVERAL) {
      throw row.problem(
          "several records have the key " + row.id(),
          change == RowChange.UPDATE
              ? "a key of one record, or rows with its old bounds"
              : "a key of one record, or rows with its geometry");
    }
  }

  private long find(FeatureCursor row) {
    if (change.needsKeys(row.kind())) {
      if (!records.findsByKey()) {
        throw new IllegalArgumentException(
            "rows that name records by id alone, for a table without an index on the key (allowed: "
                + (change == RowChange.UPDATE
                    ? "rows id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy)"
                    : "rows id,wkt | id,x,y | id,lon,lat | id,minx,miny,maxx,maxy)"));
      }
      return records.find(row.id());
    }
    return switch (row.kind()) {
      case MOVES -> records.find(row.id(), row.old());
      case GEOMETRIES -> records.find(row.id(), row.geometry());
      default -> records.find(row.id(), row.geometry().getEnvelopeInternal());
    };
  }

  @Override
  public boolean apply(FeatureCursor row) {
    return switch (change) {
      case INSERT -> {
        table.insert(row.id(), row.geometry(), writer -> columns.write(row, writer));
        yield true;
      }
      case DELETE -> rid != RecordLookup.NONE && table.delete(rid);
      case UPDATE -> rid != RecordLookup.NONE && update(row);
    };
  }

  /** Gives a record the row's geometry, and of its attributes those that the file has. */
  private boolean update(FeatureCursor row) {
    try (TableBatch batch = table.begin()) {
      boolean updated = batch.updateGeometry(rid, row.geometry());
      if (columns.areIn(row)) {
        batch.updateAttributes(rid, writer -> columns.write(row, writer));
      }
      batch.commit();
      return updated;
    }
  }
}
