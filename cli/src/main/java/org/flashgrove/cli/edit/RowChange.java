package org.flashgrove.cli.edit;

import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.RowForms;

/** Change that a row makes to a store or a table. */
public enum RowChange {
  /** Inserts the row as an entry or record. */
  INSERT("inserted", RowForms.ENTRIES, RowForms.RECORDS),
  /** Deletes the entry or record that the row names. */
  DELETE("deleted", RowForms.KNOWN_ENTRIES, RowForms.ENTRIES_OR_KEYS),
  /** Replaces the rectangle or the geometry of the entry or record that the row names. */
  UPDATE("updated", RowForms.MOVES, RowForms.ENTRIES_OR_MOVES);

  private final String done;
  private final RowForms ofStore;
  private final RowForms ofTable;

  RowChange(String done, RowForms ofStore, RowForms ofTable) {
    this.done = done;
    this.ofStore = ofStore;
    this.ofTable = ofTable;
  }

  /** Returns the past participle for messages. */
  String done() {
    return done;
  }

  /** Returns the allowed forms of rows. */
  RowForms forms(boolean isTable, boolean hasIds) {
    if (this == INSERT) {
      return isTable ? ofTable : ofStore;
    }
    return isTable || hasIds ? ofTable : ofStore;
  }

  /** Returns whether rows of a kind identify records by their keys alone, without geometries. */
  boolean needsKeys(EntryKind kind) {
    return kind == EntryKind.KEYS || this == UPDATE && kind != EntryKind.MOVES;
  }
}
