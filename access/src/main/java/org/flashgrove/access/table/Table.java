package org.flashgrove.access.table;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.flashgrove.access.OpenOptions;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreCheck;
import org.flashgrove.access.StoreFacade;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.failure.MissingIndexException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.WriteLock;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * A table: records of a key, a geometry and attributes in a heap file, with the indices that {@link
 * TableOptions} say, all structures of one {@link Store}. What the attributes are its {@link
 * Schema} says; without one they are bytes of the application. A store in a directory may be one
 * table ({@link #create}, {@link #open}), or have several among other structures ({@link #of}).
 *
 * <p>A record has a RID that stays the same until it is deleted. Each change is a batch of records
 * and entries: it happens whole or not at all, in all indices. Several changes commit together by
 * {@link #begin}. One thread changes the table at a time; readers see the commit that was the
 * newest when they began, and run beside each other and beside changes.
 *
 * <p>A table is open for changes once at a time, in one process, and any number of times for
 * reading. Closing makes the log durable and leaves in it what the buffers hold; opening replays
 * it. Changes of a table that was opened for reading end in {@link
 * org.flashgrove.core.failure.ReadOnlyStoreException}, calls after {@link #close()} in {@link
 * org.flashgrove.core.failure.StoreClosedException}.
 */
public final class Table extends TableChanges implements StoreFacade {
  /** Name of the records of a store that is one table; its indices are {@code table.NAME}. */
  public static final String NAME = StoreDesign.ONLY_TABLE;

  private final Store store;
  private final RecordStructure records;
  private final boolean closesStore;
  private volatile TableIndices newest;

  private Table(Store store, String name, boolean closesStore) {
    this.store = store;
    this.closesStore = closesStore;
    records = store.records(name);
    TableOptions.of(store.design(), name); // refuses what is no index of a table
    newest = TableIndices.of(store, records, null);
  }

  /**
   * Returns the table of a name in an open store. Closing the table does not close the store.
   *
   * @param name name of the records; the table's indices are the structures whose names begin with
   *     it and a dot
   * @throws SpecException if the store has no such records, or an index that is not a table's
   */
  public static Table of(Store store, String name) {
    return new Table(store, name, false);
  }

  /**
   * Adds an empty table to an open store, durable on return. Closing the table does not close the
   * store.
   *
   * <pre>{@code
   * try (Store store = Store.create(directory)) {
   *   Table fences = Table.create(store, "fences", TableOptions.defaults().withGeometryIndex("geom"));
   *   Table vehicles = Table.create(store, "vehicles", TableOptions.defaults().withKeyIndex("key"));
   * }
   * }</pre>
   *
   * @param name name of the table: a letter, then letters, digits and _, lower case
   * @param options its indices, attributes and memory; device, page size, sync mode and buffer are
   *     those of the store, and options that choose others are refused
   * @throws SpecException if the name is taken, or two choices contradict each other; names both
   */
  public static Table create(Store store, String name, TableOptions options) {
    store.add(options.structuresIn(store.design(), name));
    return of(store, name);
  }

  /** Returns the same table, whose closing closes its store. */
  public Table closingStore() {
    return new Table(store, name(), true);
  }

  @Override
  public void close() {
    if (closesStore) {
      store.close();
    }
  }

  @Override
  public void close(Duration timeout) {
    if (closesStore) {
      store.close(timeout);
    }
  }

  /** All tables of an open store. */
  public static List<Table> allOf(Store store) {
    List<Table> tables = new ArrayList<>();
    for (Structure structure : store.structures()) {
      if (structure instanceof RecordStructure) {
        tables.add(of(store, structure.name()));
      }
    }
    return tables;
  }

  /**
   * Creates an empty table.
   *
   * @param directory an empty or new directory; the memory device does not use it
   * @throws StoreException if the directory is not empty, or the device refuses
   */
  public static Table create(Path directory, TableOptions options) {
    return new Table(Store.create(directory, options.design()), NAME, true);
  }

  /** Creates an empty table in an empty directory that the caller keeps. */
  public static Table create(StoreDirectory directory, TableOptions options) {
    return new Table(Store.create(directory, options.design()), NAME, true);
  }

  /**
   * Opens an existing table and replays its log.
   *
   * @throws StoreException if there is none, or it is damaged, newer or in use
   */
  public static Table open(Path directory) {
    return new Table(OneTable.open(directory, OpenOptions.defaults()), NAME, true);
  }

  /** Opens an existing table with options, as {@link #open(Path)} does. */
  public static Table open(Path directory, OpenOptions options) {
    return new Table(OneTable.open(directory, options), NAME, true);
  }

  /**
   * Opens an existing table for reading, as {@link Store#openReadOnly} does. Changes fail with
   * {@link org.flashgrove.core.failure.ReadOnlyStoreException}.
   */
  public static Table openReadOnly(Path directory) {
    return new Table(OneTable.open(directory, OpenOptions.defaults().readOnly()), NAME, true);
  }

  /** Returns the table as its newest commit left it by now, as {@link Store#refresh} does. */
  public Table refresh() {
    Store now = store.refresh();
    return now == store ? this : new Table(now, records.name(), closesStore);
  }

  /** Opens the table in a directory that the caller keeps. */
  public static Table open(StoreDirectory directory, boolean readOnly) {
    return new Table(
        Store.open(directory, readOnly, found -> OneTable.require(directory.name(), found)),
        NAME,
        true);
  }

  /** Returns whether the directory contains a table, according to its description. */
  public static boolean isTable(Path directory) {
    return Store.designOf(directory).structures().containsKey(NAME);
  }

  /** Returns the options of an existing table without opening it. */
  public static TableOptions optionsOf(Path directory) {
    return TableOptions.of(OneTable.require(directory, Store.designOf(directory)), NAME);
  }

  /** Returns the table's name in its store. */
  public String name() {
    return records.name();
  }

  /** Returns the options of the table. */
  public TableOptions options() {
    return TableOptions.of(store.design(), name());
  }

  /** Returns the current schema of the table. */
  public Schema schema() {
    return records.schema();
  }

  /**
   * Adds an attribute, which is null in all records; no record is rewritten. Durable on return.
   *
   * @param attribute one that may be null
   * @throws SpecException if it may not, the name is taken, or records have bytes
   */
  public void addAttribute(Attribute attribute) {
    store.changeSchema(name(), schema -> schema.with(attribute));
  }

  /**
   * Drops an attribute that may be null and has no index; no record is rewritten. Durable on
   * return.
   *
   * @throws SpecException if there is none of that name, or it is not to be dropped
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
  @Override
  HeapFile heap() {
    return Internals.heap(records);
  }

  /** Returns the number of pages with records. */
  public long pageCount() {
    return heap().dataPageCount();
  }

  /** The indices at this moment: a scan that asks for several of them asks the same ones. */
  public TableIndices present() {
    TableIndices present = TableIndices.of(store, records, newest);
    newest = present;
    return present;
  }

  /** The indices at this moment, in their order; not to be changed. */
  public List<TableIndex> indices() {
    return present().all();
  }

  /**
   * Returns the index of a name.
   *
   * @throws MissingIndexException if there is none; names those there are
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
   * Adds an index and fills it from the records; changes wait meanwhile, queries go on. It is
   * durable on return; after a crash the table has it whole or not at all. An index on the key
   * refuses records of one key, unless it says {@code unique=off}.
   *
   * @param text name and spec, such as {@code geom=rstar} or {@code owner=bplus:attribute=owner}
   * @param progress receives the number of records taken so far, now and then
   * @throws SpecException if the name is taken, or the index is not a table's
   * @throws IllegalArgumentException for a record that it cannot hold; the table is as before
   * @throws DuplicateKeyException if records have one key, which the index does not allow
   */
  public void addIndex(String text, LongConsumer progress) {
    IndexAddition.run(this, text, progress);
  }

  /** Adds an index as {@link #addIndex(String, LongConsumer)} does, without reports of progress. */
  public void addIndex(String text) {
    addIndex(text, records -> {});
  }

  /**
   * Drops an index, durable on return. Earlier snapshots still have it.
   *
   * @throws MissingIndexException if there is none of that name
   */
  public void dropIndex(String name) {
    index(name);
    store.drop(List.of(name() + "." + name));
  }

  /**
   * Removes the stale entries of an index with lazy maintenance; queries and changes go on. Memory
   * grows with the number of records.
   *
   * @return number of entries removed; 0 for another index, which has none
   * @throws MissingIndexException if there is no index of that name
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
   * @throws org.flashgrove.core.failure.BatchStateException if this thread has a batch open
   */
  @Override
  public TableBatch begin() {
    return new TableBatch(this, store.begin(), true);
  }

  /** Begins changes as {@link #begin()} does, and waits for other threads at most for a time. */
  public TableBatch begin(Duration timeout) {
    return WriteLock.within(timeout, this::begin);
  }

  /**
   * Begins changes that a batch of the store commits; {@link TableBatch#commit} refuses. Close them
   * before the batch. After a change that failed halfway the batch cannot commit.
   */
  public TableBatch begin(WriteBatch batch) {
    return new TableBatch(this, batch, false);
  }

  /**
   * Begins to fill this table, which is empty: fast, and in one commit. Append all records, commit,
   * and close the loader. It sorts the entries of each index in 16 MiB, and beyond them in the
   * JVM's temporary directory.
   *
   * @throws UnsupportedOperationException if an index is of a kind that cannot be bulk loaded
   * @throws IllegalStateException if the table is not empty
   */
  public TableLoader loader() {
    return loader(16 << 20, Path.of(System.getProperty("java.io.tmpdir")));
  }

  /**
   * Begins to fill this table as {@link #loader()} does, with other memory and space for sorting.
   *
   * @param sortMemoryBytes memory for sorting the entries of each index, off heap, 256 KiB to 1 GiB
   * @param spillDirectory where entries beyond it go, in a file that is removed
   */
  public TableLoader loader(int sortMemoryBytes, Path spillDirectory) {
    return loader(BulkOrder.STR.word(), sortMemoryBytes, spillDirectory);
  }

  /**
   * Begins to fill this table with an order of entries for trees that can be packed in several.
   *
   * @param order {@code str} gives the fewest leaves; with {@code hilbert} those of a window are
   *     few runs of neighbours in the file; {@code nearestx}. Trees with an order of their own keep
   *     it
   * @throws org.flashgrove.core.spec.SpecException for another order; states what is allowed
   */
  public TableLoader loader(String order, int sortMemoryBytes, Path spillDirectory) {
    BulkOrder wanted = BulkOrder.of(order);
    return new TableLoader(this, store.begin(), wanted, sortMemoryBytes, spillDirectory);
  }

  /** The table as the newest commit left it, records and all indices. Close it. */
  @Override
  public TableSnapshot snapshot() {
    TableIndices parts = present();
    return new TableSnapshot(this, parts, store.snapshot(parts.structures()));
  }

  /**
   * Returns snapshots of one commit, for use by several threads. The caller closes them. If other
   * threads commit too fast, the list has only one snapshot.
   *
   * @param number requested number of snapshots, at least 1
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
   * @throws MissingIndexException if the table has no index at all
   */
  public RecordLookup lookup() {
    return new RecordLookup(this);
  }

  /**
   * Refuses a geometry that the table would not insert.
   *
   * @param geometry null for none
   * @throws IllegalArgumentException whose message states what is allowed
   */
  public void requireHoldable(Geometry geometry) {
    RecordChecks.requireHoldable(indices(), geometry);
  }

  /** Verifies records, indices, and that they belong together; nobody may change them meanwhile. */
  public StoreCheck check() {
    return TableCheck.of(this);
  }

  /** The structures of the table, the records last; not to be changed. */
  List<Structure> structures() {
    return present().structures();
  }

  /** Traffic of records and indices with the device; with a shared pool, that of the store. */
  public IoStats io() {
    return present().io(records, store.design().flash().hasPool());
  }

  /** Returns the table's name and attributes. */
  @Override
  public String toString() {
    return "Table[" + name() + ": " + schema() + "]";
  }
}
