package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Backup;
import org.flashgrove.access.CompactionFigures;
import org.flashgrove.access.DescriptionFile;
import org.flashgrove.access.DeviceSetup;
import org.flashgrove.access.FlashKinds;
import org.flashgrove.access.FormatUpgrade;
import org.flashgrove.access.IndexKinds;
import org.flashgrove.access.StoreCommits;
import org.flashgrove.access.StoreFiles;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.indexes.bplus.BPlusConfig;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.tree.TreeAlgorithm;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.storage.file.DiskDirectory;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.heap.HeapMemory;
import org.flashgrove.storage.heap.HeapRecord;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreStructure;
import org.flashgrove.storage.log.WriteBatch;
import org.flashgrove.storage.node.FreeNodeDevice;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.page.CountingPageStore;
import org.flashgrove.storage.page.PagePool;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * A table in a directory: records of a key, a geometry and attribute bytes in a heap file, with the
 * indices that {@link TableOptions} say, all in one store with one log.
 *
 * <p>A record has a RID that stays the same until it is deleted. Each change is a batch of records
 * and entries: it happens whole or not at all, in all indices. Several changes commit together by
 * {@link #begin}. Changes from several threads take turns; readers see the commit that was the
 * newest when they began, and run beside each other and beside changes.
 *
 * <p>A table is open for changes once at a time, in one process, or any number of times for
 * reading. Closing makes the log durable and leaves in it what the buffers hold; opening replays
 * it. After {@link #close()} calls end in {@link org.flashgrove.core.failure.StoreClosedException}.
 */
public final class Table implements StoreCommits, AutoCloseable {
  private final TableOptions options;
  private final StoreFiles files;
  private final LoggedStore store;
  private final HeapFile heap;
  private final IoCounters heapCounters = new IoCounters();
  private final List<TableIndex> indices;
  private final StoreStructure<?, ?>[] structures;
  private final boolean readOnly;
  private boolean closed;

  private Table(TableOptions options, StoreFiles files, boolean readOnly) {
    this.options = options;
    this.files = files;
    this.readOnly = readOnly;
    int number = options.indices().size();
    Spec flash = options.buffer();
    store =
        new LoggedStore(
            files.log(),
            files.frames(),
            files.slots(),
            FlashKinds.logBytes(flash),
            files.syncMode());
    boolean opened = false;
    try {
      List<Part> parts = new ArrayList<>();
      options.indices().forEach((name, spec) -> parts.add(new Part(name, spec, parts.size())));
      heap =
          new HeapFile(
              store,
              number,
              new CountingPageStore(files.pages(), heapCounters),
              files.tag(),
              new HeapMemory(
                  (int) (options.cacheBytes() / options.pageSize()),
                  ReplacementPolicies.named("lru", Spec.parse("lru"))),
              HeapFile.SNAPSHOT_BYTES);
      store.open();
      List<TableIndex> made = new ArrayList<>();
      parts.forEach(part -> made.add(part.open()));
      indices = Collections.unmodifiableList(made);
      structures = new StoreStructure<?, ?>[number + 1];
      for (int i = 0; i < number; i++) {
        structures[i] = indices.get(i).nodes();
      }
      structures[number] = heap;
      if (readOnly) {
        store.refuseChanges();
      }
      opened = true;
    } finally {
      if (!opened) {
        files.log().close();
        files.close();
      }
    }
  }

  /** What becomes an index when the store is open. */
  private final class Part {
    private final String name;
    private final Spec spec;
    private final IoCounters counters = new IoCounters();
    private final TreeAlgorithm algorithm; // null for an index on the key
    private final LoggedNodeStore nodes;

    Part(String name, String text, int number) {
      this.name = name;
      spec = Spec.parse(text);
      int pageSize = options.pageSize();
      boolean onKey = spec.name().equals(TableOptions.KEY_INDEX);
      algorithm = onKey ? null : IndexKinds.algorithm(spec, pageSize);
      TreeLayout layout = onKey ? BPlusTree.LAYOUT : algorithm.layout();
      PageStore pages = new CountingPageStore(files.pages(), counters);
      FreeNodeDevice device =
          new FreeNodeDevice(
              pages,
              files.slots(),
              number,
              files.frames(),
              files.tag(),
              counters,
              new PagePool(pageSize));
      nodes =
          new LoggedNodeStore(
              store,
              number,
              layout,
              device,
              FlashKinds.open(options.buffer(), device, layout, files.frames()),
              LoggedNodeStore.SNAPSHOT_BYTES);
    }

    TableIndex open() {
      return algorithm == null
          ? new KeyIndex(
              name, spec.toString(), nodes, counters, BPlusConfig.of(spec, options.pageSize()))
          : new GeometryIndex(name, spec.toString(), nodes, counters, algorithm);
    }
  }

  /**
   * Creates an empty table.
   *
   * @param directory a directory that is empty or not there; the memory device does not use it
   * @throws org.flashgrove.core.failure.StoreIoException if the directory is not empty, or the
   *     device refuses
   */
  public static Table create(Path directory, TableOptions options) {
    return create(directory, options, DeviceSetup.NONE);
  }

  /** Creates an empty table on a simulated device that something happened to before. */
  public static Table create(Path directory, TableOptions options, DeviceSetup setup) {
    return create(StoreFiles.create(directory, options.form(), options.between(), setup), options);
  }

  /** Creates an empty table in an empty directory that somebody else keeps. */
  public static Table create(StoreDirectory directory, TableOptions options) {
    return create(StoreFiles.create(directory, options.form(), options.between()), options);
  }

  private static Table create(StoreFiles files, TableOptions options) {
    Table table = new Table(options, files, false);
    boolean described = false;
    try {
      files.describe(new TableDescription(files.tag(), options).lines());
      described = true;
      return table;
    } finally {
      if (!described) {
        table.close();
      }
    }
  }

  /** Says of a table that is closed that it is made of something else, which fits it. */
  static void describe(Path directory, TableOptions options) {
    StoreDirectory files = new DiskDirectory(directory);
    long tag = TableDescription.of(DescriptionFile.read(directory)).tag();
    DescriptionFile.write(files, new TableDescription(tag, options).lines());
    files.sync();
  }

  /**
   * Opens an existing table and replays its log.
   *
   * @throws org.flashgrove.core.failure.StoreException if there is none, or it is damaged, newer or
   *     in use
   */
  public static Table open(Path directory) {
    return open(directory, optionsOf(directory).cacheBytes());
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
   * Opens an existing table for reading: beside others that only read it, in this process and
   * others, never beside one that may change it. Changes fail with {@link IllegalStateException}.
   */
  public static Table openReadOnly(Path directory) {
    return openReadOnly(directory, optionsOf(directory).cacheBytes());
  }

  /** Opens an existing table for reading, with other memory for pages of records. */
  public static Table openReadOnly(Path directory, long cacheBytes) {
    return open(directory, cacheBytes, true);
  }

  private static Table open(Path directory, long cacheBytes, boolean readOnly) {
    TableDescription found = TableDescription.of(DescriptionFile.read(directory));
    TableOptions options = found.options().withCache(cacheBytes);
    StoreFiles files =
        StoreFiles.open(directory, options.form(), options.between(), found.tag(), readOnly);
    return new Table(options, files, readOnly);
  }

  /** Opens the table in a directory that somebody else keeps. */
  public static Table open(StoreDirectory directory, boolean readOnly) {
    TableDescription found = TableDescription.of(DescriptionFile.read(directory));
    TableOptions options = found.options();
    StoreFiles files =
        StoreFiles.open(directory, options.form(), options.between(), found.tag(), readOnly);
    return new Table(options, files, readOnly);
  }

  /** Whether the store in a directory is a table, by its description. */
  public static boolean isTable(Path directory) {
    Map<String, String> values = DescriptionFile.read(directory).values();
    return values.containsKey("table");
  }

  /** What an existing table is made of, without opening it. */
  public static TableOptions optionsOf(Path directory) {
    return TableDescription.of(DescriptionFile.read(directory)).options();
  }

  /** What the table is made of. */
  public TableOptions options() {
    return options;
  }

  /** Whether the table was opened for reading only. */
  public boolean isReadOnly() {
    return readOnly;
  }

  /** The records. */
  public HeapFile heap() {
    return heap;
  }

  @Override
  public LoggedStore store() {
    return store;
  }

  /** The indices, in the order of the options; not to be changed. */
  public List<TableIndex> indices() {
    return indices;
  }

  /**
   * The index of a name.
   *
   * @throws SpecException if there is none; tells those there are
   */
  public TableIndex index(String name) {
    for (TableIndex index : indices) {
      if (index.name().equals(name)) {
        return index;
      }
    }
    throw new SpecException(
        "unknown index '"
            + name
            + "' (allowed: "
            + String.join(", ", options.indices().keySet())
            + ")");
  }

  /** The first index on the key, or null. */
  public KeyIndex keyIndex() {
    return first(KeyIndex.class);
  }

  /** The first index on the geometry, or null. */
  public GeometryIndex geometryIndex() {
    return first(GeometryIndex.class);
  }

  private <T extends TableIndex> T first(Class<T> kind) {
    for (TableIndex index : indices) {
      if (kind.isInstance(index)) {
        return kind.cast(index);
      }
    }
    return null;
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
      TableBatch changes = new TableBatch(this, batch);
      begun = true;
      return changes;
    } finally {
      if (!begun) {
        batch.close();
      }
    }
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
    WriteBatch batch = store.begin();
    boolean begun = false;
    try {
      TableLoader loader = new TableLoader(this, batch, sortMemoryBytes, spillDirectory);
      begun = true;
      return loader;
    } finally {
      if (!begun) {
        batch.close();
      }
    }
  }

  /** A batch was committed. */
  void committed() {
    files.committed(store);
  }

  /** Inserts a record by itself; see {@link TableBatch#insert}. */
  public long insert(long key, Geometry geometry, ByteBuffer attributes) {
    try (TableBatch batch = begin()) {
      long rid = batch.insert(key, geometry, attributes);
      batch.commit();
      return rid;
    }
  }

  /** Replaces a record by itself; whether there is such a record. */
  public boolean update(long rid, long key, Geometry geometry, ByteBuffer attributes) {
    try (TableBatch batch = begin()) {
      boolean updated = batch.update(rid, key, geometry, attributes);
      batch.commit();
      return updated;
    }
  }

  /** Replaces the geometry of a record by itself; whether there is such a record. */
  public boolean updateGeometry(long rid, Geometry geometry) {
    try (TableBatch batch = begin()) {
      boolean updated = batch.updateGeometry(rid, geometry);
      batch.commit();
      return updated;
    }
  }

  /** Deletes a record by itself; whether there was such a record. */
  public boolean delete(long rid) {
    try (TableBatch batch = begin()) {
      boolean deleted = batch.delete(rid);
      batch.commit();
      return deleted;
    }
  }

  /**
   * Reads a record as the newest commit left it.
   *
   * @return whether there is such a record
   */
  public boolean get(long rid, HeapRecord into) {
    return heap.get(rid, into);
  }

  /** The table as the newest commit left it, records and all indices. Close it. */
  public TableSnapshot snapshot() {
    return new TableSnapshot(this, store.snapshot(structures));
  }

  /** Number of records. */
  public long size() {
    return heap.size();
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
   * whole (Z, M, an SRID); it would not be inserted either.
   *
   * @param geometry null for none
   * @throws IllegalArgumentException telling what is allowed
   */
  public void requireHoldable(Geometry geometry) {
    new RecordGeometries().requireKept(geometry);
    validBounds(geometry);
  }

  /** Bounds of a geometry that all indices can hold, or null if it has none or is null. */
  Envelope validBounds(Geometry geometry) {
    Envelope bounds = RecordGeometries.bounds(geometry);
    if (bounds != null) {
      Rectangles.requireValid(
          bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
    }
    for (TableIndex index : indices) {
      index.requireHoldable(bounds);
    }
    return bounds;
  }

  /** Verifies records, indices, and that they belong together; nobody may change them meanwhile. */
  public TableCheck.Report check() {
    return new TableCheck(this).run();
  }

  /** Figures at this moment; any thread may ask while others work. */
  public TableFigures figures() {
    long durable = store.durableFrame();
    return new TableFigures(
        heap.size(),
        heap.dataPageCount(),
        heapCounters.figures(),
        heap.figures(),
        files.logFigures(),
        files.placement(),
        heap.snapshotBytes(),
        store.committedFrame(),
        durable);
  }

  /** All counters at this moment, those of indices among them; any thread may ask. */
  public TableMetrics metrics() {
    TableFigures now = figures();
    return new TableMetrics(
        now,
        files.metaPageWrites(),
        indices.stream().map(TableIndex::metrics).toList(),
        recovery());
  }

  /** Traffic of pages of records and of nodes of all indices with the device. */
  public IoFigures io() {
    IoFigures sum = heapCounters.figures();
    for (TableIndex index : indices) {
      sum = sum.plus(index.io());
    }
    return sum;
  }

  /** The simulated device the table is on, or null; nobody may use the table meanwhile. */
  public SimulatedDevice simulatedDevice() {
    return files.simulatedDevice();
  }

  /** Brings all buffered changes to the device. */
  public void flush() {
    store.flush();
  }

  /**
   * Copies the table as the newest commit left it, while readers and a writer go on. Commits wait
   * for a moment at the beginning, no longer than for a barrier. The copy is durable on return; a
   * table in memory is copied to files. Until it is complete the target has no description: it is
   * no table.
   *
   * @param target a directory that is empty or not there
   * @param progress is told how many pages are copied
   * @throws org.flashgrove.core.failure.StoreIoException if the target is not empty, or reading or
   *     writing fails; this table is unharmed then, and what was copied is removed
   * @throws IllegalStateException if a backup of this table is under way
   */
  public Backup backup(Path target, Backup.Progress progress) {
    TableOptions copied =
        options.form().isForgotten() ? options.withDevice("buffered:placement=free") : options;
    return files.backup(
        store, target, copied.form(), new TableDescription(files.tag(), copied).lines(), progress);
  }

  /**
   * Brings everything to the device, moves pages of records and nodes to the front of the file,
   * gives the rest of it back, and empties the log. Records keep their RIDs. Queries go on
   * meanwhile, changes wait. At every moment the table survives a crash as it does elsewhere.
   */
  public CompactionFigures compact() {
    return files.compact(store);
  }

  /**
   * Brings a table of an older format to the present one. There is no older one yet: what is done
   * is to tell the format, and to refuse a newer one.
   *
   * @return the format the table had, and the one it has
   * @throws org.flashgrove.core.failure.StoreException if the description is damaged, newer or not
   *     a table's
   */
  public static FormatUpgrade upgrade(Path directory) {
    return new FormatUpgrade(
        TableDescription.formatOf(DescriptionFile.read(directory)), TableDescription.FORMAT);
  }

  /** Returns when every commit so far is durable. */
  public void sync() {
    store.sync();
  }

  /** Closes the table; what was acknowledged as durable stays. A second call does nothing. */
  @Override
  public void close() {
    try {
      for (TableIndex index : indices) {
        index.close(); // waits for whoever is changing it
      }
      store.close();
    } finally {
      closeFiles();
    }
  }

  private synchronized void closeFiles() {
    if (!closed) {
      closed = true;
      files.close();
    }
  }
}
