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
 * A table at one commit, with its records and all indexes, whatever is committed later. For one
 * thread; each thread needs its own snapshot. The table keeps replaced pages for snapshots within a
 * memory budget; when it is used up, the oldest snapshot throws {@link
 * org.flashgrove.core.failure.SnapshotExpiredException}.
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
    schema = table.schema(); // asked for last: it knows all records of the snapshot
  }

  /** Returns the schema of the table at this snapshot. */
  public Schema schema() {
    return schema;
  }

  /** The table. */
  public Table table() {
    return table;
  }

  /** The indices that the snapshot has. */
  public TableIndices indices() {
    return indices;
  }

  /** The records. */
  public HeapSnapshot records() {
    snapshot.requireOpen();
    return records;
  }

  /** The snapshots of all structures of the table. */
  StoreSnapshot structures() {
    return snapshot;
  }

  /** The nodes of an index of the table, which is a tree. */
  NodeReader nodes(IndexStructure index) {
    return snapshot.of(Internals.nodes(index));
  }

  /** Number of records. */
  public long size() {
    return records().size();
  }

  /**
   * Reads a record.
   *
   * @return whether there is such a record
   */
  public boolean get(long rid, HeapRecord into) {
    return records().get(rid, into);
  }

  /**
   * Returns the record of a key.
   *
   * @return null if no record has the key; the record stays as it is
   * @throws org.flashgrove.core.failure.MissingIndexException if the table has no index on the key
   * @throws org.flashgrove.core.failure.DuplicateKeyException if several records have the key
   */
  public @Nullable TableRecord get(long key) {
    LeafCursor pairs = indices.keys().cursor(this, key, key, pages -> {});
    long rid = RecordLookup.requireOne(key, RecordLookup.single(pairs));
    HeapRecord found = new HeapRecord();
    return rid != RecordLookup.NONE && get(rid, found) ? TableRecord.of(schema, found) : null;
  }

  /**
   * Ends what {@link HeapSnapshot#watch} of the records began; after {@link #close} it has ended.
   */
  public void unwatch() {
    if (!snapshot.isClosed()) {
      records().watch(null);
    }
  }

  /** Ends the snapshot. A second call does nothing, nor does a call after the table was closed. */
  @Override
  public void close() {
    snapshot.close();
  }

  /** Returns the text of the table, and whether the snapshot is closed. */
  @Override
  public String toString() {
    return "TableSnapshot[" + table + (snapshot.isClosed() ? ", closed]" : "]");
  }
}
