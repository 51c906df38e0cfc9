package org.flashgrove.access;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.structure.IdStructure;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.access.structure.SpatialStructure;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.ForwardedQueries;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.indexes.bulk.BulkConfig;
import org.flashgrove.indexes.bulk.BulkLoader;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.StoreSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * A spatial index in a directory, stored as a {@link Store} of one index. {@link StoreOptions}
 * choose the index, its buffer and the device.
 *
 * <p>Closing makes the log durable; opening replays the log. One process at a time can open the
 * store for changes, and any number can open it for reading.
 */
public final class SpatialStore extends ForwardedQueries implements SpatialIndex, StoreFacade {
  /** Name of the index in the store. */
  public static final String INDEX = StoreDesign.ONLY_INDEX;

  private final Store store;
  private final StoreOptions options;
  private final SpatialIndex entries;

  private SpatialStore(Store store) {
    this(store, store.entries(INDEX).entries());
  }

  private SpatialStore(Store store, SpatialIndex entries) {
    super(entries);
    this.store = store;
    this.entries = entries;
    options = StoreOptions.of(store.design());
  }

  /**
   * Creates an empty store.
   *
   * @param directory a directory that is empty or does not exist; ignored if the options choose a
   *     device in memory
   * @throws StoreIoException if the directory is not empty or cannot be written
   */
  public static SpatialStore create(Path directory, StoreOptions options) {
    return new SpatialStore(Store.create(directory, requireNonNull(options, "options").design()));
  }

  /**
   * Returns a view of an open store of one index. Closing the view closes the store.
   *
   * @throws StoreIoException if the store is not a store of one index
   */
  public static SpatialStore of(Store store) {
    oneIndex("store", requireNonNull(store, "store").design());
    return new SpatialStore(store);
  }

  /** Creates an empty store; see {@link Store#create(StoreDirectory, StoreDesign)}. */
  public static SpatialStore create(StoreDirectory directory, StoreOptions options) {
    return new SpatialStore(Store.create(directory, requireNonNull(options, "options").design()));
  }

  /**
   * Opens an existing store and replays its log.
   *
   * @throws StoreIoException if the directory has no store, or the store is not one index
   * @throws org.flashgrove.core.failure.StoreException if the store is damaged, in use, or written
   *     by a newer version
   */
  public static SpatialStore open(Path directory) {
    return new SpatialStore(
        Store.open(directory, false, found -> oneIndex(directory.toString(), found)));
  }

  /** Opens an existing store with options, as {@link #open(Path)} does. */
  public static SpatialStore open(Path directory, OpenOptions options) {
    return new SpatialStore(
        Store.open(
            directory,
            requireNonNull(options, "options").isReadOnly(),
            found -> options.applyTo(oneIndex(directory.toString(), found))));
  }

  /** Opens an existing store for reading as {@link Store#openReadOnly} does. */
  public static SpatialStore openReadOnly(Path directory) {
    return new SpatialStore(
        Store.open(directory, true, found -> oneIndex(directory.toString(), found)));
  }

  /**
   * Opens the newest commit of a store that is open for reading, as {@link Store#refresh} does.
   *
   * @return another store, or this store if nothing has changed
   */
  public SpatialStore refresh() {
    Store now = store.refresh();
    return now == store ? this : new SpatialStore(now);
  }

  /** Opens the store in a directory object of the caller. */
  static SpatialStore open(StoreDirectory directory) {
    return new SpatialStore(
        Store.open(directory, false, found -> oneIndex(directory.name(), found)));
  }

  /** Opens the store in a directory object of the caller, for reading. */
  static SpatialStore openReadOnly(StoreDirectory directory) {
    return new SpatialStore(
        Store.open(directory, true, found -> oneIndex(directory.name(), found)));
  }

  /** Returns the options of an existing store without opening it. */
  public static StoreOptions optionsOf(Path directory) {
    return StoreOptions.of(oneIndex(StoreFiles.name(directory), Store.designOf(directory)));
  }

  private static StoreDesign oneIndex(String name, StoreDesign found) {
    if (!found.isSpatialStore()) {
      throw new StoreIoException(
          name
              + (found.isOneTable()
                  ? ": the store is a table, not a spatial store; open it with Table.open"
                  : (found.structures().isEmpty()
                          ? ": the store is empty"
                          : ": the store has the structures "
                              + String.join(", ", found.structures().keySet()))
                      + "; open it with Store.open"));
    }
    return found;
  }

  @Override
  public Store store() {
    return store;
  }

  /** Returns the options of the store: its index, buffer, device, page size and sync mode. */
  public StoreOptions options() {
    return options;
  }

  /**
   * Returns the index as a structure of the store, for tools that examine its nodes.
   *
   * @throws org.flashgrove.core.spec.SpecException if the index is not a tree
   */
  public SpatialStructure index() {
    return store.spatial(INDEX);
  }

  /** Returns whether the index is a tree, so that {@link #index} can be called. */
  public boolean isTree() {
    return store.entries(INDEX) instanceof SpatialStructure;
  }

  /**
   * Starts a bulk load into this store, which must be empty. The load commits all entries together.
   * Most kinds of index support bulk loads.
   *
   * @param sortMemoryBytes memory for sorting, off heap, 256 KiB to 1 GiB
   * @param spillDirectory directory of a temporary file for entries that do not fit the sort memory
   * @throws UnsupportedOperationException if this kind of index cannot be bulk loaded
   */
  public EntryLoader loader(int sortMemoryBytes, Path spillDirectory) {
    return store.entries(INDEX).loader(new LoadOptions(sortMemoryBytes, spillDirectory));
  }

  /**
   * Starts a bulk load of a tree, as {@link SpatialTree#bulkLoader} does. Add the entries to the
   * loader, then pass it to {@link #load}.
   *
   * @throws org.flashgrove.core.spec.SpecException if the index is not a tree
   */
  public BulkLoader bulkLoader(BulkConfig config) {
    requireNoIds();
    return Internals.tree(index()).bulkLoader(requireNonNull(config, "config"));
  }

  private void requireNoIds() {
    if (ids() != null) {
      throw new UnsupportedOperationException(
          "index '" + INDEX + "': a load of the tree alone would leave its ids out; use loader()");
    }
  }

  /**
   * Fills the store with all entries of a loader and commits them together.
   *
   * @throws IllegalStateException if the store is not empty
   */
  public void load(BulkLoader loader) {
    Internals.tree(index()).load(requireNonNull(loader, "loader"));
  }

  @Override
  public void insert(long id, double minX, double minY, double maxX, double maxY) {
    entries.insert(id, minX, minY, maxX, maxY);
  }

  @Override
  public boolean delete(long id, double minX, double minY, double maxX, double maxY) {
    return entries.delete(id, minX, minY, maxX, maxY);
  }

  @Override
  public boolean update(long id, double[] from, double[] to) {
    return entries.update(id, from, to);
  }

  @Override
  public boolean put(long id, double minX, double minY, double maxX, double maxY) {
    return entries.put(id, minX, minY, maxX, maxY);
  }

  @Override
  public boolean move(long id, double minX, double minY, double maxX, double maxY) {
    return entries.move(id, minX, minY, maxX, maxY);
  }

  @Override
  public boolean remove(long id) {
    return entries.remove(id);
  }

  @Override
  public @Nullable Entry entry(long id) {
    return entries.entry(id);
  }

  /**
   * Returns a snapshot of the newest commit, for several queries that must see the same entries.
   * The caller closes the snapshot. Until then the store keeps replaced data for it, up to a memory
   * budget.
   */
  public SpatialSnapshot snapshot() {
    return snapshotOf(store.snapshot(structures()));
  }

  /**
   * Returns several snapshots of the same commit, one for each thread that will query. Returns only
   * one snapshot if other threads commit faster than snapshots can be taken. The caller closes the
   * snapshots.
   *
   * @param number number of snapshots to take, at least 1
   */
  public List<SpatialSnapshot> snapshots(int number) {
    return store.snapshots(number, structures()).stream().map(this::snapshotOf).toList();
  }

  private List<Structure> structures() {
    Structure structure = store.structure(INDEX);
    IdStructure ids = ids();
    return ids == null ? List.of(structure) : List.of(structure, ids);
  }

  private @Nullable IdStructure ids() {
    return EntryStructure.idsOf(store.structure(INDEX));
  }

  private SpatialSnapshot snapshotOf(StoreSnapshot snapshot) {
    return new SpatialSnapshot(store.entries(INDEX), ids(), snapshot);
  }

  /**
   * Reads pages of the index into memory; see {@link EntryStructure#preload}.
   *
   * @param mostBytes maximum number of bytes to read
   * @return total size of the preloaded pages in bytes, including pages that were already in memory
   */
  public long preload(long mostBytes) {
    return store.entries(INDEX).preload(mostBytes);
  }

  @Override
  public SpatialBatch begin(@Nullable Duration timeout) {
    store.log().requireWritable();
    return entries.begin(timeout);
  }

  @Override
  public void flush() {
    entries.flush();
  }

  @Override
  public void sync() {
    entries.sync();
  }

  @Override
  public void close() {
    store.close();
  }

  /** Returns the options of the store as text. */
  @Override
  public String toString() {
    return "SpatialStore[" + options() + "]";
  }
}
