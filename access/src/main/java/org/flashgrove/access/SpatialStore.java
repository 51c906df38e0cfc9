package org.flashgrove.access;

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
 * A spatial index in a directory: a {@link Store} of one index, with buffer and device as {@link
 * StoreOptions} say.
 *
 * <p>Closing makes the log durable and leaves in it what the buffer holds; opening replays it. A
 * store is open for changes once at a time, in one process, and any number of times for reading.
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
   * @param directory a directory that is empty or not there; the memory device does not use it
   * @throws StoreIoException if the directory is not empty, or the device refuses
   */
  public static SpatialStore create(Path directory, StoreOptions options) {
    return new SpatialStore(Store.create(directory, options.design()));
  }

  /**
   * The face of an open store of one index. Closing it closes the store.
   *
   * @throws StoreIoException if the store is not one of one index
   */
  public static SpatialStore of(Store store) {
    oneIndex("store", store.design());
    return new SpatialStore(store);
  }

  /** Creates an empty store; see {@link Store#create(StoreDirectory, StoreDesign)}. */
  public static SpatialStore create(StoreDirectory directory, StoreOptions options) {
    return new SpatialStore(Store.create(directory, options.design()));
  }

  /**
   * Opens an existing store and replays its log.
   *
   * @throws StoreIoException if there is no store, or it is not one of one index
   * @throws org.flashgrove.core.failure.StoreException if it is damaged, newer or in use
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
            options.isReadOnly(),
            found -> options.applyTo(oneIndex(directory.toString(), found))));
  }

  /** Opens an existing store for reading as {@link Store#openReadOnly} does. */
  public static SpatialStore openReadOnly(Path directory) {
    return new SpatialStore(
        Store.open(directory, true, found -> oneIndex(directory.toString(), found)));
  }

  /** Returns the store as its newest commit left it by now, as {@link Store#refresh} does. */
  public SpatialStore refresh() {
    Store now = store.refresh();
    return now == store ? this : new SpatialStore(now);
  }

  /** Opens the store in a directory that the caller keeps. */
  static SpatialStore open(StoreDirectory directory) {
    return new SpatialStore(
        Store.open(directory, false, found -> oneIndex(directory.name(), found)));
  }

  /** Opens the store in a directory that the caller keeps, for reading. */
  static SpatialStore openReadOnly(StoreDirectory directory) {
    return new SpatialStore(
        Store.open(directory, true, found -> oneIndex(directory.name(), found)));
  }

  /** Returns what an existing store is made of, without opening it. */
  public static StoreOptions optionsOf(Path directory) {
    return StoreOptions.of(oneIndex(directory.toString(), Store.designOf(directory)));
  }

  private static StoreDesign oneIndex(String name, StoreDesign found) {
    if (!found.isSpatialStore()) {
      throw new StoreIoException(
          name
              + (found.isOneTable()
                  ? ": the store is a table, not an index (allowed: opening it as a table)"
                  : ": the store has the structures "
                      + String.join(", ", found.structures().keySet())
                      + " (allowed: opening it as a store of structures)"));
    }
    return found;
  }

  @Override
  public Store store() {
    return store;
  }

  /** Returns what the store is made of. */
  public StoreOptions options() {
    return options;
  }

  /**
   * Returns the index as a structure of the store: for tools that look inside.
   *
   * @throws org.flashgrove.core.spec.SpecException if the index is no tree
   */
  public SpatialStructure index() {
    return store.spatial(INDEX);
  }

  /** Returns whether the index is a tree: what looks at nodes asks first. */
  public boolean isTree() {
    return store.entries(INDEX) instanceof SpatialStructure;
  }

  /**
   * Begins to fill this store, which is empty, whatever its index: fast, and in one commit.
   *
   * @param sortMemoryBytes memory for sorting, off heap, 256 KiB to 1 GiB
   * @param spillDirectory where entries beyond it go, in a file that is removed
   * @throws UnsupportedOperationException if the index is of a kind that cannot be bulk loaded
   */
  public EntryLoader loader(int sortMemoryBytes, Path spillDirectory) {
    return store.entries(INDEX).loader(new LoadOptions(sortMemoryBytes, spillDirectory));
  }

  /**
   * Starts a bulk load of a tree with all that may be chosen, as {@link SpatialTree#bulkLoader}
   * does; {@link #load} ends it.
   *
   * @throws org.flashgrove.core.spec.SpecException if the index is no tree
   */
  public BulkLoader bulkLoader(BulkConfig config) {
    requireNoIds();
    return Internals.tree(index()).bulkLoader(config);
  }

  private void requireNoIds() {
    if (ids() != null) {
      throw new UnsupportedOperationException(
          "index '" + INDEX + "': a load of the tree alone would leave its ids out; use loader()");
    }
  }

  /**
   * Fills the store, which is empty, with all that a loader took, in one commit.
   *
   * @throws IllegalStateException if the store is not empty
   */
  public void load(BulkLoader loader) {
    Internals.tree(index()).load(loader);
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
   * Returns the entries as the newest commit left them, for several queries, whatever is changed
   * meanwhile. The caller closes it; until then the store keeps what changes replace, within a
   * budget.
   */
  public SpatialSnapshot snapshot() {
    return snapshotOf(store.snapshot(structures()));
  }

  /**
   * Returns snapshots as {@link #snapshot} does, all of one commit, for threads that query side by
   * side: as many as are asked for, or one, if others commit faster than snapshots are taken. The
   * caller closes them.
   *
   * @param number at least 1
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
   * Reads pages of the index into memory, see {@link EntryStructure#preload}.
   *
   * @param mostBytes maximum number of bytes to read
   * @return total size of these pages in bytes, including pages that were already in memory
   */
  public long preload(long mostBytes) {
    return store.entries(INDEX).preload(mostBytes);
  }

  @Override
  public SpatialBatch begin(@Nullable Duration timeout) {
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

  /** Returns the options of the store. */
  @Override
  public String toString() {
    return "SpatialStore[" + options() + "]";
  }
}
