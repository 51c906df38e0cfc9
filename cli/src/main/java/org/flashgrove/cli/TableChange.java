package org.flashgrove.cli;

import java.nio.ByteBuffer;
import org.flashgrove.access.table.RecordLookup;
import org.flashgrove.access.table.Table;
import org.flashgrove.datasets.csv.EntryCursor;
import org.flashgrove.datasets.csv.EntryKind;
import org.flashgrove.datasets.csv.RowForms;

/** What is done to a table with a row of a file. */
enum TableChange {
  /** The row becomes a record. */
  INSERT("inserted", RowForms.ENTRIES) {
    @Override
    boolean apply(Table table, long rid, EntryCursor row) {
      table.insert(row.id(), row.geometry(), ByteBuffer.allocate(0));
      return true;
    }
  },
  /** The record that the row speaks of goes. */
  DELETE("deleted", RowForms.ENTRIES_OR_KEYS) {
    @Override
    boolean apply(Table table, long rid, EntryCursor row) {
      return table.delete(rid);
    }
  },
  /** The record that the row speaks of gets the row's geometry. */
  UPDATE("updated", RowForms.ENTRIES_OR_MOVES) {
    @Override
    boolean apply(Table table, long rid, EntryCursor row) {
      return table.updateGeometry(rid, row.geometry());
    }
  };

  private final String done;
  private final RowForms forms;

  TableChange(String done, RowForms forms) {
    this.done = done;
    this.forms = forms;
  }

  /** The past participle for messages. */
  String done() {
    return done;
  }

  /** What the rows may say. */
  RowForms forms() {
    return forms;
  }

  /** Whether rows of a kind name records by their keys alone. */
  boolean needsKeys(EntryKind kind) {
    return kind == EntryKind.KEYS || this == UPDATE && kind != EntryKind.MOVES;
  }

  /** Whether records get the geometries of rows. */
  boolean setsGeometry() {
    return this != DELETE;
  }

  /** The RID of the record that a row speaks of, or what {@link RecordLookup} says instead. */
  long find(RecordLookup records, EntryCursor row) {
    if (this == INSERT) {
      return RecordLookup.NONE;
    }
    if (needsKeys(row.kind())) {
      return records.find(row.id());
    }
    switch (row.kind()) {
      case MOVES:
        return records.find(row.id(), row.old());
      case GEOMETRIES:
        return records.find(row.id(), row.geometry());
      default:
        return records.find(row.id(), row.geometry().getEnvelopeInternal());
    }
  }

  /** Changes the table by one commit; whether the record was there. */
  abstract boolean apply(Table table, long rid, EntryCursor row);
}
