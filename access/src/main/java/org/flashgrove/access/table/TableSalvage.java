package org.flashgrove.access.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreDesign;
import org.flashgrove.access.StoreRemains;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.DiskDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.HeapRecord;
import org.flashgrove.storage.heap.HeapSalvage;
import org.flashgrove.storage.node.SalvageLosses;

/**
 * Rescues every readable record of a damaged table into a new one, and says what is lost. Indices
 * are made anew from the records, which get new RIDs. The damaged table is never written to; its
 * description must be whole.
 */
public final class TableSalvage {
  private static final int BATCH_RECORDS = 1_000;

  /**
   * What was rescued, and what was not.
   *
   * @param options what the table is made of
   * @param records records in the new table
   * @param uncertainRecords those of them that may be out of date, or deleted
   * @param impossibleRecords records left out because their geometry is none
   * @param unreadablePages pages of the damaged file that hold nothing sound
   * @param lossCount number of losses
   * @param losses the first of them, a line each
   */
  public record Report(
      TableOptions options,
      long records,
      long uncertainRecords,
      long impossibleRecords,
      long unreadablePages,
      long lossCount,
      List<String> losses) {
    /** Whether nothing is lost and nothing uncertain. */
    public boolean isComplete() {
      return lossCount == 0 && uncertainRecords == 0 && impossibleRecords == 0;
    }
  }

  private final HeapSalvage salvage;
  private final Table target;
  private final SalvageLosses losses;
  private TableBatch batch;
  private int batched;
  private long uncertain;
  private long impossible;

  private TableSalvage(HeapSalvage salvage, Table target, SalvageLosses losses) {
    this.salvage = salvage;
    this.target = target;
    this.losses = losses;
  }

  /**
   * Rescues a table.
   *
   * @param from its directory
   * @param to a directory that is empty or not there
   * @throws DamagedStoreException if its description is damaged, or no record can be read at all
   * @throws org.flashgrove.core.failure.StoreIoException if the target is not empty, or cannot be
   *     written
   */
  public static Report run(Path from, Path to) {
    try (StoreRemains remains = StoreRemains.open(from)) {
      TableOptions options = options(from, remains.design());
      Path scratch = scratch();
      Report report;
      try {
        report = run(remains, options, to, new DiskDirectory(scratch));
      } finally {
        scratch.toFile().delete();
      }
      Store.describe(to, options.design());
      return report;
    }
  }

  private static TableOptions options(Path from, StoreDesign design) {
    if (!design.isOneTable()) {
      throw new SpecException(
          from
              + ": salvage of a store of the structures "
              + String.join(", ", design.structures().keySet())
              + " (allowed: of one index; of a table, its records)");
    }
    return TableOptions.of(design, Table.NAME);
  }

  /** A directory for pages that the log changes; it is empty again in the end. */
  private static Path scratch() {
    try {
      return Files.createTempDirectory("flashgrove-salvage");
    } catch (IOException e) {
      throw new StoreIoException("no directory for pages: " + e.getMessage(), e);
    }
  }

  private static Report run(
      StoreRemains remains, TableOptions options, Path to, StoreDirectory scratch) {
    SalvageLosses losses = new SalvageLosses();
    int heap = options.indices().size();
    try (HeapSalvage salvage =
        new HeapSalvage(
            remains.pages(), remains.log(), heap, remains.tag(), scratch, losses::add)) {
      salvage.look();
      if (!salvage.foundAnything()) {
        throw new DamagedStoreException(
            to.toString(), "all files", "no page and no frame of a table can be read");
      }
      // Batch by batch, syncs would take most of the time; from now on they are those asked for.
      try (Table target = Table.create(to, options.withSync("close"))) {
        return new TableSalvage(salvage, target, losses).fill(options);
      }
    }
  }

  private Report fill(TableOptions options) {
    try {
      salvage.records(this::add);
      finishBatch();
    } finally {
      if (batch != null) {
        batch.close();
      }
    }
    target.flush();
    return new Report(
        options,
        target.size(),
        uncertain,
        impossible,
        salvage.unreadablePages(),
        losses.count(),
        losses.list());
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
      batch.insertWkb(record.id(), record.wkb(), record.attributes());
      uncertain += certain ? 0 : 1;
    } catch (IllegalArgumentException e) {
      impossible++;
      losses.add("record " + record.id() + ": " + e.getMessage());
    }
    if (++batched % BATCH_RECORDS == 0) {
      finishBatch();
    }
  }
}
