package org.flashgrove.cli.edit;

import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.RowForms;

/** What is done to a store or a table with a row of a file. */
public enum RowChange {
  /** The row becomes an entry or a record. */
  INSERT("inserted", RowForms.ENTRIES, RowForms.RECORDS),
  /** The entry or record that the row names goes. */
  DELETE("deleted", RowForms.KNOWN_ENTRIES, RowForms.ENTRIES_OR_KEYS),
  /** The entry or record that the row names gets the row's rectangle or geometry. */
  UPDATE("updated", RowForms.MOVES, RowForms.ENTRIES_OR_MOVES);

  private final String done;
  private final RowForms ofStore;
  private final RowForms ofTable;

  RowChange(String done, RowForms ofStore, RowForms ofTable) {
    this.done = done;
    this.ofStore = ofStore;
    this.ofTable = ofTable;
  }

  /** The past participle for messages. */
  String done() {
    return done;
  }

  /** What the rows may say. */
  RowForms forms(boolean isTable, boolean hasIds) {
    if (this == INSERT) {
      return isTable ? ofTable : ofStore;
    }
    return isTable || hasIds ? ofTable : ofStore;
  }

  /** Whether rows of a kind name records of a table by their keys alone. */
  boolean needsKeys(EntryKind kind) {
    return kind == EntryKind.KEYS || this == UPDATE && kind != EntryKind.MOVES;
  }
}
