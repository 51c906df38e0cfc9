package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.flashgrove.access.Laboratory;
import org.flashgrove.access.RecordStructure;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreCheck;
import org.flashgrove.access.StoreDesign;
import org.flashgrove.access.StoreFace;
import org.flashgrove.access.Structure;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * A table: records of a key, a geometry and attributes in a heap file, with the indices that {@link
 * TableOptions} say, all structures of one {@link Store}. What the attributes are its {@link
 * Schema} says; without one they are bytes of the application. A store in a directory may be one
 * table ({@link #create}, {@link #open}), or have several among other structures ({@link #of}).
 *
 * <p>A record has a RID that stays the same until it is deleted. Each change is a batch of records
 * and entries: it happens whole or not at all, in all indices. Several changes commit together by
 * {@link #begin}. Changes from several threads take turns; readers see the commit that was the
 * newest when they began, and run beside each other and beside changes.
 *
 * <p>A table is open for changes once at a time, in one process, and any number of times for
 * reading. Closing makes the log durable and leaves in it what the buffers hold; opening replays
 * it. After {@link #close()} calls end in {@link org.flashgrove.core.failure.StoreClosedException}.
 */
public final class Table implements StoreFace {
  /** Name of the records of a store that is one table; its indices are {@code table.NAME}. */
  public static final String NAME = StoreDesign.ONLY_TABLE;

  private final Store store;
  private final RecordStructure records;
  private volatile TableIndices newest;

  private Table(Store store, String name) {
    this.store = store;
    records = store.records(name);
    TableOptions.of(store.design(), name); // refuses what is no index of a table
    newest = TableIndices.of(store, records, null);
  }

  /**
   * The table of a name in an open store. Closing it closes the store.
   *
   * @param name name of the records; the table's indices are the structures whose names begin with
   *     it and a dot
   * @throws SpecException if the store has no such records, or an index that is not a table's
   */
  public static Table of(Store store, String name) {
    return new Table(store, name);
  }

  /** All tables of an open store. */
  public static List<Table> allOf(Store store) {
    List<Table> tables = new ArrayList<>();
    for (Structure structure : store.structures()) {
      if (structure instanceof RecordStructure) {
        tables.add(new Table(store, structure.name()));
      }
    }
    return tables;
  }

  /**
   * Creates an empty table.
   *
   * @param directory a directory that is empty or not there; the memory device does not use it
   * @throws org.flashgrove.core.failure.StoreIoException if the directory is not empty, or the
   *     device refuses
   */
  public static Table create(Path directory, TableOptions options) {
    return new Table(Store.create(directory, options.design()), NAME);
  }

  /** Creates an empty table in an empty directory that the caller keeps. */
  public static Table create(StoreDirectory directory, TableOptions options) {
    return new Table(Store.create(directory, options.design()), NAME);
  }

  /**
   * Opens an existing table and replays its log.
   *
   * @throws org.flashgrove.core.failure.StoreException if there is none, or it is damaged, newer or
   *     in use
   */
  public static Table open(Path directory) {
    return new Table(Store.open(directory, false, found -> oneTable(directory, found)), NAME);
  }

  /**
   * Opens an existing table with other memory for pages of records than it was created with.
   *
   * @param cacheBytes at least eight pages
   */
  public static Table open(Path directory, long cacheBytes) {
    return open(directory, cacheBytes, false);
  }

  /**
   * Opens an existing table for reading, as {@link Store#openReadOnly} does. Changes fail with
   * {@link IllegalStateException}.
   */
  public static Table openReadOnly(Path directory) {
    return new Table(Store.open(directory, true, found -> oneTable(directory, found)), NAME);
  }

  /** Opens an existing table for reading, with other memory for pages of records. */
  public static Table openReadOnly(Path directory, long cacheBytes) {
    return open(directory, cacheBytes, true);
  }

  /** Returns the table as its newest commit left it by now, as {@link Store#refresh} does. */
  public Table refresh() {
    Store now = store.refresh();
    return now == store ? this : new Table(now, records.name());
  }

  private static Table open(Path directory, long cacheBytes, boolean readOnly) {
    return new Table(
        Store.open(
            directory,
            readOnly,
            found ->
                TableOptions.of(oneTable(directory, found), NAME).withCache(cacheBytes).design()),
        NAME);
  }

  /** Opens the table in a directory that the caller keeps. */
  public static Table open(StoreDirectory directory, boolean readOnly) {
    return new Table(
        Store.open(directory, readOnly, found -> oneTable(directory.name(), found)), NAME);
  }

  private static StoreDesign oneTable(Object directory, StoreDesign found) {
    if (!found.structures().containsKey(NAME)) {
      throw new StoreIoException(directory + ": " + otherThanOneTable(found));
    }
    return found;
  }

  /** Returns the message for a store that is not one table: its kind, and how to open it. */
  private static String otherThanOneTable(StoreDesign found) {
    if (found.isSpatialStore()) {
      return "the store is an index, not a table; open it as an index (SpatialStore)";
    }
    List<String> tables =
        found.structures().entrySet().stream()
            .filter(each -> each.getValue().isOfRecords())
            .map(Map.Entry::getKey)
            .toList();
    if (!tables.isEmpty()) {
      return "the store has the tables "
          + String.join(", ", tables)
          + ", not one named "
          + NAME
          + "; open it as a store (Store) and take one by its name (Table.of)";
    }
    return "the store has the structures "
        + String.join(", ", found.structures().keySet())
        + ", no table; open it as a store (Store)";
  }

  /** Whether the store in a directory is a table, by its description. */
  public static boolean isTable(Path directory) {
    return Store.designOf(directory).structures().containsKey(NAME);
  }

  /** What an existing table is made of, without opening it. */
  public static TableOptions optionsOf(Path directory) {
    return TableOptions.of(oneTable(directory, Store.designOf(directory)), NAME);
  }

  /** The table's name in its store: that of its records. */
  public String name() {
    return records.name();
  }

  /** What the table is made of. */
  public TableOptions options() {
    return TableOptions.of(store.design(), name());
  }

  /** What the attributes of the records are at present. */
  public Schema schema() {
    return records.schema();
  }

  /**
   * Adds an attribute, which is null in all records there are. No record is rewritten. It is
   * durable on return.
   *
   * @param attribute one that may be null
   * @throws SpecException if it may not, if the name is taken, or if records have bytes of the
   *     application
   * @throws IllegalStateException if this thread has changes open, or the table is only read
   */
  public void addAttribute(Attribute attribute) {
    store.changeSchema(name(), schema -> schema.with(attribute));
  }

  /**
   * Drops an attribute that may be null and has no index. No record is rewritten: the bytes of
   * values go when a record is changed. It is durable on return.
   *
   * @throws SpecException if there is none of that name, or it is not to be dropped
   * @throws IllegalStateException if this thread has changes open, or the table is only read
   */
  public void dropAttribute(String attribute) {
    store.changeSchema(name(), schema -> schema.without(attribute));
  }

  @Override
  public Store store() {
    return store;
  }

  /** The records as a structure of the store. */
  public RecordStructure records() {
    return records;
  }

  /** The file of the records. */
  HeapFile heap() {
    return Laboratory.heap(records);
  }

  /**
   * Returns the number of pages with records; those of long records' further parts do not count.
   */
  public long pageCount() {
    return heap().dataPageCount();
  }

  /** The indices at this moment: a scan that asks for several of them asks the same ones. */
  public TableIndices present() {
    TableIndices known = newest;
    TableIndices present = TableIndices.of(store, records, known);
    if (present != known) {
      newest = present;
    }
    return present;
  }

  /** The indices at this moment, in the order of the options; not to be changed. */
  public List<TableIndex> indices() {
    return present().all();
  }

  /**
   * The index of a name.
   *
   * @throws SpecException if there is none; names those there are
   */
  public TableIndex index(String name) {
    return present().get(name);
  }

  /** The first index on the key, or null. */
  public @Nullable KeyIndex keyIndex() {
    return present().ofKey();
  }

  /** The first index on the geometry, or null. */
  public @Nullable GeometryIndex geometryIndex() {
    return present().ofGeometry();
  }

  /**
   * Adds an index to the table and fills it from the records, whose changes wait meanwhile; queries
   * go on. It is there and durable on return; after a crash it is there whole or not at all, and
   * can be added again.
   *
   * @param text name and spec, such as {@code geom=rstar} or {@code owner=bplus:attribute=owner}
   * @param progress receives the number of records taken so far, now and then
   * @throws SpecException if the name is taken, or the index is not a table's
   * @throws IllegalArgumentException for a record that it cannot hold; the table is as before
   * @throws IllegalStateException if this thread has changes open, or the table is only read
   */
  public void addIndex(String text, LongConsumer progress) {
    IndexAddition.run(this, text, progress);
  }

  /**
   * Drops an index; the records stay as they are. It is gone and that is durable on return.
   * Snapshots from before still have it.
   *
   * @throws SpecException if there is none of that name
   * @throws IllegalStateException if this thread has changes open, or the table is only read
   */
  public void dropIndex(String name) {
    index(name);
    store.drop(List.of(name() + "." + name));
  }

  /**
   * Takes the entries of an index with lazy maintenance away that are no record's any more; queries
   * and changes go on. Memory grows with the number of records.
   *
   * @return how many there were; 0 for another index, which has none
   * @throws SpecException if there is no index of that name
   * @throws IllegalStateException if this thread has changes open, or the table is only read
   */
  public long clean(String name) {
    return index(name) instanceof GeometryIndex index && index.isLazy() ? index.clean(this) : 0;
  }

  /** Returns how distances are measured: as its spatial indices do, or in the plane. */
  public Metric metric() {
    GeometryIndex index = geometryIndex();
    return index == null ? Metric.PLANAR : index.entries().metric();
  }

  /**
   * Begins changes that commit together. Close it.
   *
   * @throws IllegalStateException if this thread has begun others and not closed them, or the table
   *     is only read
   */
  public TableBatch begin() {
    WriteBatch batch = store.begin();
    boolean begun = false;
    try {
      TableBatch changes = new TableBatch(this, batch, true);
      begun = true;
      return changes;
    } finally {
      if (!begun) {
        batch.close();
      }
    }
  }

  /**
   * Begins changes that a batch of the store commits together with others: {@link
   * TableBatch#commit} refuses. Close them before the batch. If a change fails for another reason
   * than its arguments the batch cannot commit any more.
   */
  public TableBatch begin(WriteBatch batch) {
    return new TableBatch(this, batch, false);
  }

  /**
   * Begins to fill this table, which is empty: fast, and in one commit. Close it.
   *
   * @param sortMemoryBytes memory for sorting the entries of each index, off heap, 256 KiB to 1 GiB
   * @param spillDirectory where entries beyond it go, in a file that is removed
   * @throws UnsupportedOperationException if an index is of a kind that cannot be bulk loaded
   * @throws IllegalStateException if the table is not empty
   */
  public TableLoader loader(int sortMemoryBytes, Path spillDirectory) {
    return loader(BulkOrder.STR.word(), sortMemoryBytes, spillDirectory);
  }

  /**
   * Begins to fill this table, as the other loader does, with the order of entries in trees that
   * may be packed in several.
   *
   * @param order {@code str} gives the fewest leaves; with {@code hilbert} those of a window are
   *     few runs of neighbours in the file; {@code nearestx}. Trees with an order of their own keep
   *     it
   * @throws org.flashgrove.core.spec.SpecException for another order; states what is allowed
   */
  public TableLoader loader(String order, int sortMemoryBytes, Path spillDirectory) {
    BulkOrder wanted = BulkOrder.of(order);
    WriteBatch batch = store.begin();
    boolean begun = false;
    try {
      TableLoader loader = new TableLoader(this, batch, wanted, sortMemoryBytes, spillDirectory);
      begun = true;
      return loader;
    } finally {
      if (!begun) {
        batch.close();
      }
    }
  }

  /**
   * Makes a change by itself. Where it has to be durable before the caller goes on, he waits when
   * others may change the table already: one sync serves several callers.
   */
  private <R> R alone(Function<TableBatch, R> change) {
    TableBatch batch = begin();
    R made;
    try (batch) {
      made = change.apply(batch);
      batch.commitAsync();
    }
    batch.awaitDurable();
    return made;
  }

  /** Inserts a record by itself; see {@link TableBatch#insert(long, Geometry, Consumer)}. */
  public long insert(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    return alone(batch -> batch.insert(key, geometry, values));
  }

  /** Inserts a record, or replaces the one of its key, by itself; its RID. */
  public long put(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    return alone(batch -> batch.put(key, geometry, values));
  }

  /** Replaces a record by itself; whether there is such a record. */
  public boolean update(
      long rid, long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    return alone(batch -> batch.update(rid, key, geometry, values));
  }

  /** Sets attributes of a record by itself; whether there is such a record. */
  public boolean updateAttributes(long rid, Consumer<RowWriter> values) {
    return alone(batch -> batch.updateAttributes(rid, values));
  }

  /** Inserts a record by itself; see {@link TableBatch#insert(long, Geometry, ByteBuffer)}. */
  public long insert(long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    return alone(batch -> batch.insert(key, geometry, attributes));
  }

  /** Replaces a record by itself; whether there is such a record. */
  public boolean update(long rid, long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    return alone(batch -> batch.update(rid, key, geometry, attributes));
  }

  /** Replaces the geometry of a record by itself; whether there is such a record. */
  public boolean updateGeometry(long rid, @Nullable Geometry geometry) {
    return alone(batch -> batch.updateGeometry(rid, geometry));
  }

  /** Deletes a record by itself; whether there was such a record. */
  public boolean delete(long rid) {
    return alone(batch -> batch.delete(rid));
  }

  /**
   * Reads a record as the newest commit left it.
   *
   * @return whether there is such a record
   */
  public boolean get(long rid, HeapRecord into) {
    return heap().get(rid, into);
  }

  /** The table as the newest commit left it, records and all indices. Close it. */
  public TableSnapshot snapshot() {
    TableIndices parts = present();
    return new TableSnapshot(this, parts, store.snapshot(parts.structures()));
  }

  /**
   * The table as {@link #snapshot} returns it, for several threads, all at one commit: as many as
   * are asked for, or one, if others commit faster than snapshots are taken. Close them.
   *
   * @param number at least 1
   */
  public List<TableSnapshot> snapshots(int number) {
    TableIndices parts = present();
    return store.snapshots(number, parts.structures()).stream()
        .map(each -> new TableSnapshot(this, parts, each))
        .toList();
  }

  /** Number of records. */
  public long size() {
    return heap().size();
  }

  /**
   * Finds records by their keys, with their geometries where keys are not enough.
   *
   * @throws SpecException if the table has no index at all
   */
  public RecordLookup lookup() {
    return new RecordLookup(this);
  }

  /**
   * Refuses a geometry that an index of the table cannot hold, or that a record would not keep
   * whole; it would not be inserted either.
   *
   * @param geometry null for none
   * @throws IllegalArgumentException whose message states what is allowed
   */
  public void requireHoldable(Geometry geometry) {
    new RecordGeometries().requireKept(geometry);
    if (geometry != null) {
      GeometryForm.requireFinite("geometry", geometry);
    }
    validBounds(geometry);
  }

  /** Refuses bytes of the application for records that have attributes. */
  void requireBytes() {
    if (!schema().isBytes()) {
      throw new SpecException(
          "bytes for a table with attributes (allowed: values by name: "
              + schema().attributes().stream()
                  .map(Attribute::toString)
                  .collect(Collectors.joining("; "))
              + ")");
    }
  }

  /** Bounds of a geometry that all indices can hold, or null if it has none or is null. */
  @Nullable Envelope validBounds(@Nullable Geometry geometry) {
    Envelope bounds = RecordGeometries.bounds(geometry);
    if (bounds != null) {
      Rectangles.requireValid(
          bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
    }
    for (TableIndex index : indices()) {
      index.requireHoldable(bounds);
    }
    return bounds;
  }

  /** Verifies records, indices, and that they belong together; nobody may change them meanwhile. */
  public StoreCheck check() {
    return TableCheck.of(this);
  }

  /** The structures of the table, the records last; not to be changed. */
  List<Structure> structures() {
    return present().structures();
  }

  /**
   * Traffic of pages of records and of nodes of all indices with the device; with a pool below the
   * buffer, that of the whole store.
   */
  public IoFigures io() {
    IoFigures sum = records.io();
    if (!store.design().flash().hasPool()) {
      for (TableIndex index : indices()) {
        sum = sum.plus(index.io());
      }
    }
    return sum;
  }
}
