package org.flashgrove.cli.query;

import org.flashgrove.access.Store;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.sidecar.FileIndex;
import org.flashgrove.sidecar.StoreJoin;
import org.flashgrove.storage.heap.page.HeapRecord;

/**
 * Structure that takes part in a join.
 *
 * @param table table, or null for a spatial index
 * @param index spatial index, or null for a table
 */
record JoinedStructure(Table table, EntryStructure index) {
  /** Returns the structure that the user chose from the structures of an open store. */
  static JoinedStructure of(Store store, ChosenStructure chosen) {
    return chosen.isTable()
        ? new JoinedStructure(Table.of(store, chosen.name()), null)
        : new JoinedStructure(null, store.entries(chosen.name()));
  }

  /** Returns the join with this structure on the left and {@code right} on the right. */
  JoinQuery joinedWith(JoinedStructure right) {
    JoinQuery.Left left = table == null ? JoinQuery.of(index) : JoinQuery.of(table);
    return right.table == null ? left.with(right.index) : left.with(right.table);
  }

  /** Returns the join of an indexed file with this structure. */
  StoreJoin joinedWith(FileIndex file) {
    return table == null ? StoreJoin.of(file, index) : StoreJoin.of(file, table);
  }

  IoStats io() {
    return table == null ? index.io() : table.io();
  }

  /**
   * Returns a converter to the ids that users know. For a table, it converts the ids in a join's
   * results to the keys of the records.
   */
  Keys keys() {
    return new Keys(table == null ? null : table.snapshot());
  }

  /**
   * Converts the ids that a join returns to keys of records. Ids of index entries stay unchanged.
   */
  static final class Keys implements AutoCloseable {
    private final TableSnapshot records;
    private final HeapRecord record = new HeapRecord();

    private Keys(TableSnapshot records) {
      this.records = records;
    }

    /**
     * Returns the key of the record that {@code id} refers to. If the structure is an index,
     * returns {@code id}.
     */
    long of(long id) {
      if (records == null) {
        return id;
      }
      records.get(id, record);
      return record.id();
    }

    @Override
    public void close() {
      if (records != null) {
        records.close();
      }
    }
  }
}
