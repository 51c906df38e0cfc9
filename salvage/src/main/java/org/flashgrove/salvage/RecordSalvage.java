package org.flashgrove.salvage;

import java.util.function.Supplier;
import org.flashgrove.access.Store;
import org.flashgrove.access.kind.Rescue;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureSalvage;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.salvage.heap.HeapSalvage;
import org.flashgrove.salvage.page.SalvagedStore;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.salvage.SalvageLosses;
import org.jspecify.annotations.NullUnmarked;

/**
 * Salvages the records of a table. Records get new record identifiers (RIDs). The indices of the
 * new table are built from the salvaged records.
 */
@NullUnmarked
final class RecordSalvage implements StructureSalvage {
  private static final int BATCH_RECORDS = 1_000;

  private final Supplier<Store> store;
  private final HeapSalvage salvage;
  private final SalvageLosses losses;
  private Table target;
  private TableBatch batch;
  private int batched;
  private long uncertain;
  private long impossible;

  /**
   * Prepares the salvage of one table.
   *
   * @param store returns the new store; called only after the new store is open
   * @param number number of the table's heap file in the store
   * @param scratch directory for a temporary file with the pages that changes in the log modify
   */
  RecordSalvage(
      SalvagedStore files, Supplier<Store> store, int number, long tag, StoreDirectory scratch) {
    this.store = store;
    losses = files.losses();
    salvage = new HeapSalvage(files, number, tag, scratch);
  }

  @Override
  public void look() {
    salvage.look();
  }

  @Override
  public Rescue rescue(Structure into) {
    target = Table.of(store.get(), into.name());
    try {
      salvage.records(this::add);
      finishBatch();
    } finally {
      if (batch != null) {
        batch.close();
      }
    }
    return new Rescue(uncertain, 0, impossible, salvage.expectedRecords(), null);
  }

  private void finishBatch() {
    if (batch != null) {
      batch.commit();
      batch.close();
      batch = null;
    }
  }

  private void add(HeapRecord record, boolean certain) {
    if (batch == null) {
      batch = target.begin();
    }
    try {
      batch.rescue(record.id(), record.wkb(), record.attributes());
      uncertain += certain ? 0 : 1;
    } catch (IllegalArgumentException e) {
      impossible++;
      losses.add("record " + record.id() + ": " + e.getMessage());
    }
    if (++batched % BATCH_RECORDS == 0) {
      finishBatch();
    }
  }

  @Override
  public void close() {
    salvage.close();
  }
}
