package org.flashgrove.access.table;

import static java.util.Objects.requireNonNull;

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
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.access.structure.RecordStructure;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.failure.MissingIndexException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.WriteLock;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * A table: records with a key, a geometry and attributes, and indices that change with the records.
 * {@link TableOptions} choose the indices, and the {@link Schema} the attributes. Without a schema
 * each record has raw bytes of the application. A directory may hold one table ({@link #create},
 * {@link #open}), or several tables and other structures in one {@link Store} ({@link #of}).
 *
 * <p>A record keeps its RID (record identifier) until it is deleted. Each change commits atomically
 * with its index entries; {@link #begin} commits several changes together. One thread changes the
 * table at a time. Readers run concurrently and see the commit that was newest when they began.
 *
 * <p>One process at a time can open a table for changes, and any number can open it for reading.
 * Closing makes the log durable; opening replays it. Changes of a read-only table throw {@link
 * org.flashgrove.core.failure.ReadOnlyStoreException}. Calls after {@link #close()} throw {@link
 * org.flashgrove.core.failure.StoreClosedException}.
 */
public final class Table extends TableChanges implements StoreFacade {
  /** Name of the records in a store of one table. The indices are named {@code table.NAME}. */
  public static final String NAME = StoreDesign.ONLY_TABLE;

  private final Store store;
  private final RecordStructure records;
  private final boolean closesStore;
  private volatile TableIndices newest;

  private Table(Store store, String name, boolean closesStore) {
    this.store = requireNonNull(store, "store");
    this.closesStore = closesStore;
    // throws if there is no such table, or a bad index
    TableOptions.of(store.design(), requireNonNull(name, "name"));
    records = store.records(name);
    newest = TableIndices.of(store, records, null);
  }

  /**
   * Returns a table of an open store. Closing the table does not close the store.
   *
   * @param name name of the table. Its indices are the structures named {@code name.INDEX}.
   * @throws SpecException if the store has no such table, or an index of it is not valid
   */
  public static Table of(Store store, String name) {
    return new Table(store, name, false);
  }

  /**
   * Adds an empty table to an open store. The table is durable when the call returns. Closing the
   * table does not close the store.
   *
   * <pre>{@code
   * try (Store store = Store.create(directory)) {
   *   Table fences = Table.create(store, "fences", TableOptions.defaults().withGeometryIndex("geom"));
   *   Table vehicles = Table.create(store, "vehicles", TableOptions.defaults().withKeyIndex("key"));
   * }
   * }</pre>
   *
   * @param name name of the table: a lower-case letter, then lower-case letters, digits and _
   * @param options its indices, attributes and memory. Device, page size, sync mode and buffer are
   *     those of the store; options that choose others are rejected.
   * @throws SpecException if the name is taken, or two choices contradict; the message says which
   */
  public static Table create(Store store, String name, TableOptions options) {
    StoreDesign design = requireNonNull(store, "store").design();
    requireNonNull(name, "name");
    store.add(requireNonNull(options, "options").structuresIn(design, name));
    return of(store, name);
  }

  /** Returns the same table as an object that also closes the store when it is closed. */
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

  /** Returns all tables of an open store. */
  public static List<Table> allOf(Store store) {
    List<Table> tables = new ArrayList<>();
    for (Structure structure : requireNonNull(store, "store").structures()) {
      if (structure instanceof RecordStructure) {
        tables.add(of(store, structure.name()));
      }
    }
    return tables;
  }

  /**
   * Creates an empty table in a store of its own.
   *
   * @param directory an empty or missing directory; ignored if the device is in memory
   * @throws StoreException if the directory is not empty or cannot be written
   */
  public static Table create(Path directory, TableOptions options) {
    return new Table(
        Store.create(directory, requireNonNull(options, "options").design()), NAME, true);
  }

  /** Creates an empty table in an empty directory object, which the caller closes. */
  public static Table create(StoreDirectory directory, TableOptions options) {
    return new Table(
        Store.create(directory, requireNonNull(options, "options").design()), NAME, true);
  }

  /**
   * Opens an existing table and replays its log.
   *
   * @throws StoreException if no table exists, or if it is damaged, in use, or of a newer version
   */
  public static Table open(Path directory) {
    return new Table(OneTable.open(directory, OpenOptions.defaults()), NAME, true);
  }

  /** Opens an existing table with options, as {@link #open(Path)} does. */
  public static Table open(Path directory, OpenOptions options) {
    return new Table(OneTable.open(directory, options), NAME, true);
  }

  /** Opens an existing table for reading, as {@link Store#openReadOnly} does. */
  public static Table openReadOnly(Path directory) {
    return new Table(OneTable.open(directory, OpenOptions.defaults().readOnly()), NAME, true);
  }

  /** Opens the newest commit of a read-only table, as {@link Store#refresh} does. */
  public Table refresh() {
    Store now = store.refresh();
    return now == store ? this : new Table(now, records.name(), closesStore);
  }

  /** Opens the table in a directory object, which the caller closes. */
  public static Table open(StoreDirectory directory, boolean readOnly) {
    return new Table(
        Store.open(directory, readOnly, found -> OneTable.require(directory.name(), found)),
        NAME,
        true);
  }

  /** Returns whether the store in a directory is one table. */
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
  @Override
  public Schema schema() {
    return records.schema();
  }

  /**
   * Adds a nullable attribute, which is null in all existing records. No record is rewritten. The
   * change is durable when the call returns.
   *
   * @throws SpecException if it is not nullable, its name is taken, or records have raw bytes
   */
  public void addAttribute(Attribute attribute) {
    requireNonNull(attribute, "attribute");
    store.changeSchema(name(), schema -> schema.with(attribute));
  }

  /**
   * Drops a nullable attribute that has no index. No record is rewritten. The change is durable
   * when the call returns.
   *
   * @throws SpecException if the name is unknown, or the attribute is indexed or not nullable
   */
  public void dropAttribute(String attribute) {
    requireNonNull(attribute, "attribute");
    store.changeSchema(name(), schema -> schema.without(attribute));
  }

  @Override
  public Store store() {
    return store;
  }

  /** Returns the records as a structure of the store. */
  public RecordStructure records() {
    return records;
  }

  @Override
  HeapFile heap() {
    return Internals.heap(records);
  }

  /** Returns the number of pages with records. */
  public long pageCount() {
    return heap().dataPageCount();
  }

  /**
   * Returns the indices at this moment. The result does not change when an index is added or
   * dropped later, so an operation should call this method only once.
   */
  public TableIndices present() {
    TableIndices present = TableIndices.of(store, records, newest);
    newest = present;
    return present;
  }

  @Override
  public List<TableIndex> indices() {
    return present().all();
  }

  /**
   * Returns the index with a name.
   *
   * @throws MissingIndexException if there is none; the message lists the existing names
   */
  public TableIndex index(String name) {
    return present().get(requireNonNull(name, "name"));
  }

  /** Returns the first index on the key, or null if there is none. */
  public @Nullable KeyIndex keyIndex() {
    return present().ofKey();
  }

  /** Returns the first index on the geometry, or null if there is none. */
  public @Nullable GeometryIndex geometryIndex() {
    return present().ofGeometry();
  }

  /**
   * Adds an index and fills it from the records. Changes wait meanwhile, and queries continue. The
   * index is durable when the call returns. After a crash the table has the complete index or no
   * trace of it. An index on the key rejects duplicate keys unless its spec says {@code
   * unique=off}.
   *
   * @param text name and spec, such as {@code geom=rstar} or {@code owner=bplus:attribute=owner}
   * @param progress receives the number of records read so far, from time to time
   * @throws SpecException if the name is taken, or the spec is not an index of a table
   * @throws IllegalArgumentException if the index cannot store a record; the table is unchanged
   * @throws DuplicateKeyException if records share a key that must be unique
   */
  public void addIndex(String text, LongConsumer progress) {
    IndexAddition.run(this, requireNonNull(text, "text"), requireNonNull(progress, "progress"));
  }

  /** Adds an index as {@link #addIndex(String, LongConsumer)} does, without progress reports. */
  public void addIndex(String text) {
    addIndex(text, records -> {});
  }

  /**
   * Drops an index, durably. Earlier snapshots still use the index.
   *
   * @throws MissingIndexException if no index has this name
   */
  public void dropIndex(String name) {
    index(name);
    store.drop(List.of(name() + "." + name));
  }

  /**
   * Reads statistics of all indices and saves them for planners, durably. Queries and changes
   * continue.
   *
   * @return number of pages read
   */
  public long analyze() {
    store.begin().close(); // throws if this thread has a batch, or the store is read-only
    try (TableSnapshot at = snapshot()) {
      return at.indices().analyze(at);
    }
  }

  /**
   * Removes the stale entries of an index with lazy maintenance. Queries and changes continue. The
   * memory that the call needs is proportional to the number of records.
   *
   * @return number of entries removed; 0 for other indices, which have no stale entries
   * @throws MissingIndexException if no index has this name
   */
  public long clean(String name) {
    return index(name) instanceof GeometryIndex index && index.isLazy() ? index.clean(this) : 0;
  }

  /** Returns the metric of the first spatial index, or {@link Metric#PLANAR} if there is none. */
  public Metric metric() {
    GeometryIndex index = geometryIndex();
    return index == null ? Metric.PLANAR : index.entries().metric();
  }

  /**
   * Begins a batch of changes that commit together. Waits for batches of other threads. The caller
   * closes the batch.
   *
   * @throws org.flashgrove.core.failure.BatchStateException if this thread already has a batch open
   */
  @Override
  public TableBatch begin() {
    return new TableBatch(this, store.begin(), true);
  }

  /** Begins a batch as {@link #begin()} does, but waits for other threads at most a given time. */
  public TableBatch begin(Duration timeout) {
    return WriteLock.within(timeout, this::begin);
  }

  /**
   * Begins changes that a batch of the store commits; {@link TableBatch#commit} throws. Commit the
   * batch before you close the changes. If a change fails halfway, the batch cannot commit.
   */
  public TableBatch begin(WriteBatch batch) {
    return new TableBatch(this, requireNonNull(batch, "batch"), false);
  }

  /**
   * Starts a bulk load into this table, which must be empty. The load commits all records together.
   * Append all records, commit, and close the loader. The entries of each index are sorted in 16
   * MiB of memory. Entries that do not fit go to the JVM's temporary directory.
   *
   * @throws UnsupportedOperationException if an index is of a kind that cannot be bulk loaded
   * @throws IllegalStateException if the table is not empty
   */
  public TableLoader loader() {
    return loader(16 << 20, Path.of(System.getProperty("java.io.tmpdir")));
  }

  /**
   * Starts a bulk load as {@link #loader()} does, with other memory and another spill directory.
   *
   * @param sortMemoryBytes memory for sorting the entries of each index, off heap, 256 KiB to 1 GiB
   * @param spillDirectory directory of a temporary file for entries that do not fit the sort memory
   */
  public TableLoader loader(int sortMemoryBytes, Path spillDirectory) {
    return loader(new LoadOptions(sortMemoryBytes, spillDirectory));
  }

  /**
   * Starts a bulk load with options.
   *
   * @param options memory, spill directory and order of packing. The order matters only for trees
   *     that can be packed in several orders: {@code str} needs the fewest leaves. With {@code
   *     hilbert}, the leaves that intersect a window lie in few contiguous runs of the file. {@code
   *     nearestx} sorts by x.
   * @throws org.flashgrove.core.spec.SpecException for another order; the message lists the orders
   */
  public TableLoader loader(LoadOptions options) {
    return new TableLoader(this, requireNonNull(options, "options"), store.begin());
  }

  /** Returns a snapshot of the records and all indices. The caller closes it. */
  @Override
  public TableSnapshot snapshot() {
    TableIndices parts = present();
    return new TableSnapshot(this, parts, store.snapshot(parts.structures()));
  }

  /**
   * Returns several snapshots of the same commit, one for each thread that will query. Returns only
   * one snapshot if other threads commit faster than snapshots can be taken. The caller closes all.
   *
   * @param number number of snapshots to take, at least 1
   */
  public List<TableSnapshot> snapshots(int number) {
    TableIndices parts = present();
    return store.snapshots(number, parts.structures()).stream()
        .map(each -> new TableSnapshot(this, parts, each))
        .toList();
  }

  /** Returns the number of records. */
  public long size() {
    return heap().size();
  }

  /**
   * Returns an object that finds records by key, or by key and geometry.
   *
   * @throws MissingIndexException if the table has neither a key index nor a spatial index
   */
  public RecordLookup lookup() {
    return new RecordLookup(this);
  }

  /** Verifies the records and the indices. No thread may change the table meanwhile. */
  public StoreCheck check() {
    return TableCheck.of(this);
  }

  /** Returns the page transfers of the table, or of the store if structures share a page cache. */
  public IoStats io() {
    return present().io(records, store.design().flash().hasPool());
  }

  /** Returns the table's name and attributes. */
  @Override
  public String toString() {
    return "Table[" + name() + ": " + schema() + "]";
  }
}
