package org.flashgrove.access.table;

import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.structure.IndexStructure;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.flashgrove.storage.heap.HeapSnapshot;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.StoreSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * A table at one commit: its records and all its indices. Later commits do not change them. A
 * snapshot is for one thread at a time. The table keeps replaced pages until the snapshots that
 * need them are closed, but only up to a memory budget. When the budget is used up, queries of the
 * oldest snapshot throw {@link org.flashgrove.core.failure.SnapshotExpiredException}.
 */
public final class TableSnapshot implements AutoCloseable {
  private final Table table;
  private final TableIndices indices;
  private final StoreSnapshot snapshot;
  private final HeapSnapshot records;
  private final Schema schema;

  TableSnapshot(Table table, TableIndices indices, StoreSnapshot snapshot) {
    this.table = table;
    this.indices = indices;
    this.snapshot = snapshot;
    records = snapshot.of(table.heap());
    schema = table.schema(); // read last, so it has all versions of the records
  }

  /** Returns the schema that the table had when the snapshot was taken. */
  public Schema schema() {
    return schema;
  }

  /** Returns the table of this snapshot. */
  public Table table() {
    return table;
  }

  /** Returns the indices that the table had when the snapshot was taken. */
  public TableIndices indices() {
    return indices;
  }

  /** Returns the records at this commit. */
  public HeapSnapshot records() {
    snapshot.requireOpen();
    return records;
  }

  /** Returns the snapshot of the store with all structures of the table. */
  StoreSnapshot structures() {
    return snapshot;
  }

  /** Returns a reader of the nodes of an index, which must be a tree. */
  NodeReader nodes(IndexStructure index) {
    return snapshot.of(Internals.nodes(index));
  }

  /** Returns the number of records. */
  public long size() {
    return records().size();
  }

  /**
   * Reads a record.
   *
   * @return whether the record exists
   */
  public boolean get(long rid, HeapRecord into) {
    return records().get(rid, into);
  }

  /**
   * Returns a copy of the record with a key.
   *
   * @return null if no record has the key
   * @throws org.flashgrove.core.failure.MissingIndexException if the table has no index on the key
   * @throws org.flashgrove.core.failure.DuplicateKeyException if several records have the key
   */
  public @Nullable TableRecord get(long key) {
    LeafCursor pairs = indices.keys().cursor(this, key, key, pages -> {});
    long rid = RecordLookup.requireOne(key, pairs.single(RecordLookup.NONE, RecordLookup.SEVERAL));
    HeapRecord found = new HeapRecord();
    return rid != RecordLookup.NONE && get(rid, found) ? TableRecord.of(schema, found) : null;
  }

  /**
   * Removes the watch that {@link HeapSnapshot#watch} set on the records. Does nothing if the
   * snapshot is closed.
   */
  public void unwatch() {
    if (!snapshot.isClosed()) {
      records().watch(null);
    }
  }

  /** Closes the snapshot. Does nothing if the snapshot or its table is already closed. */
  @Override
  public void close() {
    snapshot.close();
  }

  /** Returns the text of the table. If the snapshot is closed, a mark that says so follows. */
  @Override
  public String toString() {
    return "TableSnapshot[" + table + (snapshot.isClosed() ? ", closed]" : "]");
  }
}
