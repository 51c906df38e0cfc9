package org.flashgrove.access.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.flashgrove.access.cost.IndexStatistics;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.structure.EntrySnapshot;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.access.structure.SpatialStructure;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.grove.index.BlockBatch;
import org.flashgrove.grove.index.BlockLoader;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.indexes.statistics.BoxHistogram;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/**
 * A spatial index of a table. It has an entry for the bounds of each geometry; the id of the entry
 * is the record's RID. Records with a null or empty geometry have no entry.
 */
public final class GeometryIndex extends TableIndex {
  private static final int CLEANED_AT_ONCE = 1_000;

  /** Maximum number of pages to read for the histogram. */
  private static final int MOST_READ = 64;

  /**
   * Assumed cost, in pages, of the histogram of an index of blocks. Building this histogram takes
   * time, although it reads no page.
   */
  private static final double PAGES_OF_BLOCKS = 4;

  private static final int ENTRY_BYTES = 40;

  private final EntryStructure structure;
  private final boolean lazy;
  private final IndexStatistics<BoxHistogram> statistics =
      new IndexStatistics<>(BoxHistogram::words, BoxHistogram::of);

  GeometryIndex(String name, Structure structure) {
    super(name, structure);
    this.structure = (EntryStructure) structure;
    lazy = this.structure.isLazy();
  }

  /**
   * Returns the entries of the newest commit, for reading only. An index with lazy maintenance also
   * returns stale entries here; {@link #at} hides them.
   */
  public SpatialIndex entries() {
    return structure.entries();
  }

  /** Returns the entries at a snapshot, as {@link EntryStructure#at} does. Their ids are RIDs. */
  public EntrySnapshot at(TableSnapshot snapshot, boolean announces, LongConsumer pages) {
    EntrySnapshot entries = structure.at(snapshot.structures(), announces, pages);
    return lazy ? new CurrentEntries(entries, snapshot) : entries;
  }

  @Override
  public IndexStatistics<BoxHistogram> statistics() {
    return statistics;
  }

  /** Returns the number of entries at a snapshot, including stale entries. */
  public long size(TableSnapshot snapshot) {
    return structure.at(snapshot.structures(), false, pages -> {}).size();
  }

  @Override
  public long learn(TableSnapshot snapshot, double cost) {
    long[] read = {0};
    EntrySnapshot all = structure.at(snapshot.structures(), false, more -> read[0] += more);
    long entries = all.size();
    double pages =
        structure instanceof SpatialStructure
            ? Math.min(MOST_READ, nodesAbove(snapshot, entries, ENTRY_BYTES, ENTRY_BYTES))
            : PAGES_OF_BLOCKS;
    statistics.refresh(entries, pages, cost, () -> all.histogram(MOST_READ));
    return read[0];
  }

  @Override
  long analyze(TableSnapshot snapshot, int mostPages) {
    long[] read = {0};
    EntrySnapshot all = structure.at(snapshot.structures(), false, more -> read[0] += more);
    statistics.read(all.size(), () -> all.histogram(mostPages));
    return read[0];
  }

  @Override
  boolean isLazy() {
    return lazy;
  }

  /**
   * Removes the stale entries of the index, in commits of a thousand entries each. Queries and
   * other changes continue.
   *
   * @return number of entries removed
   * @throws IllegalStateException if this thread has a batch open
   */
  long clean(Table table) {
    table.store().begin().close(); // throws if this thread has a batch, for which it would wait
    long cleaned = 0;
    synchronized (structure) { // two cleanings would remove an entry twice
      try (TableSnapshot snapshot = table.snapshot();
          EntryCursor entries =
              structure.at(snapshot.structures(), false, pages -> {}).cursor(EntryQuery.all())) {
        CurrentEntries.Records records = new CurrentEntries.Records(snapshot);
        long some;
        do {
          some = cleanSome(table, entries, records);
          cleaned += some;
        } while (some == CLEANED_AT_ONCE);
      }
    }
    return cleaned;
  }

  private int cleanSome(Table table, EntryCursor entries, CurrentEntries.Records records) {
    List<Entry> stale = new ArrayList<>();
    while (stale.size() < CLEANED_AT_ONCE && entries.next()) {
      if (!records.isNext(entries)) {
        stale.add(entries.entry());
      }
    }
    if (!stale.isEmpty()) {
      try (WriteBatch batch = table.store().begin();
          SpatialBatch boxes = structure.begin(batch)) {
        for (Entry each : stale) {
          boxes.delete(each.id(), each.minX(), each.minY(), each.maxX(), each.maxY());
        }
        batch.commit();
      }
    }
    return stale.size();
  }

  @Override
  void requireHoldable(@Nullable Envelope bounds) {
    if (bounds != null) {
      structure.requireHoldable(
          bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
    }
  }

  @Override
  boolean isIndexed(IndexedRecord record) {
    return record.bounds() != null;
  }

  @Override
  boolean isSame(IndexedRecord one, IndexedRecord other) {
    return Objects.equals(one.bounds(), other.bounds());
  }

  @Override
  boolean isEntryOf(IndexedRecord record, IndexEntry entry) {
    return Objects.equals(entry.bounds(), record.bounds());
  }

  @Override
  void forEach(EntryCheck check) {
    entries()
        .forEach(
            EntryQuery.all(),
            (rid, minX, minY, maxX, maxY) -> {
              check.entry(new IndexEntry(rid, 0, new Envelope(minX, maxX, minY, maxY), null));
            });
  }

  @Override
  Changes begin(WriteBatch batch) {
    return changes(structure.begin(batch));
  }

  @Override
  Changes begin() {
    return changes(entries().begin());
  }

  /** Receives the entry of a record: its RID and bounds. */
  @FunctionalInterface
  private interface Boxes {
    void take(long rid, double minX, double minY, double maxX, double maxY);
  }

  /** Passes the entry of a record to {@code boxes}, if the record has one. */
  private static void add(IndexedRecord record, Boxes boxes) {
    Envelope bounds = record.bounds();
    if (bounds != null) {
      boxes.take(
          record.rid(), bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
    }
  }

  private Changes changes(SpatialBatch boxes) {
    Boxes target = boxes::insert;
    return new Changes() {
      @Override
      public void add(IndexedRecord record) {
        GeometryIndex.add(record, target);
      }

      @Override
      public boolean remove(IndexedRecord record) {
        Envelope bounds = record.bounds();
        return lazy
            || bounds == null
            || boxes.delete(
                record.rid(),
                bounds.getMinX(),
                bounds.getMinY(),
                bounds.getMaxX(),
                bounds.getMaxY());
      }

      @Override
      public void commit() {
        boxes.commit();
      }

      @Override
      public void close() {
        boxes.close();
      }
    };
  }

  @Override
  Loading load(LoadOptions options) {
    return structure instanceof SpatialStructure tree
        ? loadTree(tree, options)
        : loadBlocks(options);
  }

  private Loading loadBlocks(LoadOptions options) {
    BlockLoader boxes =
        Internals.blocksOf(structure)
            .bulkLoader(options.sortMemoryBytes(), options.spillDirectory());
    boxes.reportTo(options.progress());
    Boxes target = boxes::add;
    return new Loading() {
      private @Nullable SpatialBatch changes;

      @Override
      public void add(IndexedRecord record) {
        GeometryIndex.add(record, target);
      }

      @Override
      public void fill(WriteBatch batch) {
        SpatialBatch begun = structure.begin(batch);
        changes = begun;
        ((BlockBatch) begun).load(boxes);
      }

      @Override
      public void close() {
        try (boxes) {
          if (changes != null) {
            changes.close();
          }
        }
      }
    };
  }

  private static Loading loadTree(SpatialStructure spatial, LoadOptions options) {
    SpatialTree tree = Internals.tree(spatial);
    List<BulkOrder> possible = tree.bulkOrders();
    BulkConfig config = options.config(BulkOrder.STR);
    BulkLoader boxes =
        tree.bulkLoader(
            possible.contains(config.order()) ? config : config.withOrder(possible.get(0)));
    Boxes target = boxes::add;
    return new Loading() {
      @Override
      public void add(IndexedRecord record) {
        GeometryIndex.add(record, target);
      }

      @Override
      public void fill(WriteBatch batch) {
        spatial.load(boxes, batch);
      }

      @Override
      public void close() {
        boxes.close();
      }
    };
  }
}
