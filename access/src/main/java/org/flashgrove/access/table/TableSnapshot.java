package org.flashgrove.access.table;

import org.flashgrove.access.GroveStructure;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.grove.GroveSnapshot;
import org.flashgrove.storage.heap.HeapRecord;
import org.flashgrove.storage.heap.HeapSnapshot;
import org.flashgrove.storage.log.StoreSnapshot;

/**
 * A table as one commit left it, records and all indices, whatever is committed meanwhile. For one
 * thread; others have snapshots of their own. One that outlives the budget for earlier pages ends
 * in {@link org.flashgrove.core.failure.SnapshotExpiredException}.
 */
public final class TableSnapshot implements AutoCloseable {
  private final Table table;
  private final StoreSnapshot snapshot;

  TableSnapshot(Table table, StoreSnapshot snapshot) {
    this.table = table;
    this.snapshot = snapshot;
  }

  /** The table. */
  public Table table() {
    return table;
  }

  /** The records. */
  public HeapSnapshot records() {
    return snapshot.of(table.heap());
  }

  /** The nodes of an index of the table. */
  public NodeReader nodes(TableIndex index) {
    return snapshot.of(index.nodes());
  }

  /** What blocks and write buffer of an index hold that is a grove. */
  public GroveSnapshot grove(GroveStructure index) {
    return index.entries().at(snapshot.of(index.stored()));
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

  @Override
  public void close() {
    snapshot.close();
  }
}
