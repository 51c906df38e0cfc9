package org.flashgrove.access;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.cost.SavedStatistics;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.design.StoreMemory;
import org.flashgrove.access.kind.Lifecycle;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureFilling;
import org.flashgrove.access.metrics.CommitStats;
import org.flashgrove.access.metrics.CompactionStats;
import org.flashgrove.access.metrics.StoreStats;
import org.flashgrove.access.structure.StructureLookup;
import org.flashgrove.core.failure.BatchTimeoutException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.index.WriteLock;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * A store in a directory: named structures in one page file, with one log and one write lock. A
 * batch commits changes of several structures together, and a snapshot shows several structures at
 * the same commit:
 *
 * <pre>{@code
 * StoreDesign design = StoreOptions.defaults().designOf(Map.of("roads", "rstar", "names", "bplus"));
 * try (Store store = Store.create(directory, design);
 *     WriteBatch batch = store.begin();
 *     SpatialBatch roads = store.spatial("roads").begin(batch);
 *     BPlusBatch names = store.keys("names").begin(batch)) {
 *   roads.insert(1, 0, 0, 1, 1);
 *   names.insert(17, 1);
 *   batch.commit(); // after a crash both changes exist, or neither
 * }
 * }</pre>
 *
 * <p>One process at a time can open a store for changes, and any number can open it for reading
 * ({@link #openReadOnly}). Closing makes the log durable; opening replays the log. After {@link
 * #close()} calls throw {@link StoreClosedException}.
 */
public final class Store extends StoreCommits implements StructureLookup, AutoCloseable {
  private final StoreFiles files;
  private final LoggedStore log;
  private final StructureSet structures;
  private final @Nullable StoreReading reading;
  private final SavedStatistics statistics;
  private boolean closed;

  /**
   * Opens the structures in the files of a store.
   *
   * @param reading the object that opened these files for reading; null if they are open for
   *     changes
   * @param before the store object that {@link #refresh} replaces, or null
   */
  private Store(StoreFiles files, @Nullable StoreReading reading, @Nullable Store before) {
    this.files = files;
    this.reading = reading;
    boolean opened = false;
    try {
      StoreDesign design = files.design();
      boolean isForgotten = design.device().isForgotten();
      statistics = new SavedStatistics(isForgotten ? null : files.device().descriptions());
      log =
          new LoggedStore(
              files.log(), files.frames(), files.slots(), design.logBytes(), files.syncMode());
      structures = new StructureSet(files, log);
      LoggedStore known = before != null && files.log().continues() ? before.log : null;
      log.open(design.numbers().next(), known);
      if (known != null) {
        known.requireReadable(); // the writer still keeps the pages that were taken over
      }
      files.log().opened();
      structures.open();
      files.deleteDropped();
      files.syncByClock(log);
      if (files.isReadOnly()) {
        log.refuseChanges();
      }
      opened = true;
    } finally {
      if (!opened) {
        files.log().close();
        files.close();
      }
    }
  }

  /**
   * Creates a store without structures in an empty or missing directory. {@code Table.create} adds
   * tables to it, and {@link #add(Map)} other structures.
   *
   * @throws StoreIoException if the directory is not empty or cannot be written
   */
  public static Store create(Path directory) {
    long memory = StoreMemory.usualOfTable(); // memory of all trees of a table
    return create(directory, StoreOptions.defaults().withMemory(memory).designOf(Map.of()));
  }

  /**
   * Creates a store of empty structures.
   *
   * @param directory an empty or missing directory; ignored if the device is in memory
   * @throws StoreIoException if the directory is not empty or cannot be written
   */
  public static Store create(Path directory, StoreDesign design) {
    return StoreMemory.opened(
        StoreFiles.name(directory), design, () -> described(StoreFiles.create(directory, design)));
  }

  /**
   * Creates a store in an empty directory object of the caller. The caller closes the object, and
   * nothing else may use it.
   *
   * @throws StoreIoException if the directory cannot be written
   */
  public static Store create(StoreDirectory directory, StoreDesign design) {
    return StoreMemory.opened(
        StoreFiles.name(directory), design, () -> described(StoreFiles.create(directory, design)));
  }

  private static Store described(StoreFiles files) {
    Store store = new Store(files, null, null);
    // The description comes last, because a directory without it is not a store. All files and
    // their names are durable before. Opening creates an empty tree again if its pages were lost.
    try {
      files.describe();
    } catch (RuntimeException e) {
      try (store) {
        throw e;
      }
    }
    return store;
  }

  /**
   * Opens an existing store and replays its log.
   *
   * @throws StoreIoException if the directory has no store
   * @throws org.flashgrove.core.failure.StoreException if the store is damaged, in use, or written
   *     by a newer version
   */
  public static Store open(Path directory) {
    return open(directory, false, UnaryOperator.identity());
  }

  /** Opens an existing store with options. */
  public static Store open(Path directory, OpenOptions options) {
    requireNonNull(options, "options");
    return open(directory, options.isReadOnly(), options::applyTo);
  }

  /**
   * Opens an existing store for reading at its newest logged commit. Other readers may have it open
   * too, and a writer if {@link StoreDesign#isReadBeside} returns true. Opening replays the log in
   * memory and changes no file. Changing the store throws {@link
   * org.flashgrove.core.failure.ReadOnlyStoreException}. Call {@link #refresh} to see later
   * commits. The files keep the data of this commit until this object is closed. The saved state of
   * a simulated device does not record these reads.
   *
   * @throws StoreIoException if the directory has no store
   * @throws org.flashgrove.core.failure.StoreException if the store is damaged, written by a newer
   *     version, or open for changes without {@link StoreDesign#isReadBeside}
   */
  public static Store openReadOnly(Path directory) {
    return open(directory, true, UnaryOperator.identity());
  }

  /**
   * Opens an existing store with other settings.
   *
   * @param readOnly whether to open the store for reading, as {@link #openReadOnly} does
   * @param settings returns the design to open the store with, in which only memory sizes may
   *     differ. The function may throw to refuse the store.
   */
  public static Store open(Path directory, boolean readOnly, UnaryOperator<StoreDesign> settings) {
    if (readOnly) {
      return opened(StoreReading.of(directory, settings), null);
    }
    StoreDescription found = StoreDescription.read(directory).with(settings);
    return StoreMemory.opened(
        StoreFiles.name(directory),
        found.design(),
        () -> new Store(StoreFiles.open(directory, found), null, null));
  }

  private static Store opened(StoreReading reading, @Nullable Store before) {
    StoreFiles files = reading.open(before == null ? null : before.files.log());
    return StoreMemory.opened(
        reading.name(), files.design(), () -> new Store(files, reading, before));
  }

  /** Opens the store in a directory object of the caller, who closes the directory. */
  public static Store open(
      StoreDirectory directory, boolean readOnly, UnaryOperator<StoreDesign> settings) {
    if (readOnly) {
      return opened(StoreReading.of(directory, settings), null);
    }
    StoreDescription found = StoreDescription.read(directory).with(settings);
    return StoreMemory.opened(
        StoreFiles.name(directory),
        found.design(),
        () -> new Store(StoreFiles.open(directory, found), null, null));
  }

  /**
   * Opens the newest commit of a store that this object has open for reading. The returned store
   * has the same settings. This object stays at its own commit, and the files keep the data of that
   * commit until this object is closed. Close this object when its queries have ended.
   *
   * @return another store, or this store if nothing has changed
   * @throws IllegalStateException if the store is open for changes
   * @throws org.flashgrove.core.failure.StoreException as {@link #openReadOnly} does
   */
  public Store refresh() {
    if (reading == null) {
      throw new IllegalStateException(
          "refresh: the store is open for changes and always shows its newest commit; refresh a"
              + " store that is open for reading only");
    }
    log.requireReadable();
    return reading.hasChanged(files) ? opened(reading, this) : this;
  }

  /** Returns the design of an existing store without opening it. */
  public static StoreDesign designOf(Path directory) {
    return StoreDescription.read(directory).design();
  }

  /**
   * Adds empty structures. They are durable when the call returns. After a crash the store has all
   * of them or none.
   *
   * @param specs the spec of each structure by its name. The store numbers the structures in the
   *     order of this map.
   * @throws SpecException if a name is taken, or a structure does not fit the store. A store of one
   *     index takes no further structures, and a store of one table only indices of that table. The
   *     message lists what is allowed.
   * @throws IllegalStateException if the store is read-only
   */
  public void add(Map<String, String> specs) {
    log.requireWritable();
    structures.add(specs);
  }

  /**
   * Adds a structure with content. Both are durable when the call returns. After a crash or a
   * failure the store has the whole structure or no trace of it.
   *
   * @throws SpecException as {@link #add(Map)} does
   * @throws IllegalStateException if this thread has a batch open, or the store is read-only
   */
  public void add(String name, String spec, StructureFilling filling) {
    requireNonNull(filling, "filling");
    try (WriteBatch batch = begin()) {
      structures.add(name, spec, filling, batch);
    }
  }

  /**
   * Drops structures. The change is durable when the call returns. After a crash the store has all
   * of the structures or none. Records can only be dropped together with their indices. The call
   * waits for batches of other threads. Earlier snapshots still see the structures. The next
   * opening of the store frees their pages and memory.
   *
   * @throws SpecException if a name is unknown, or the remaining structures cannot form a store.
   *     The index of a {@link SpatialStore} and the records of a store of one table stay.
   * @throws IllegalStateException if this thread has a batch open, or the store is read-only
   */
  public void drop(Collection<String> names) {
    try (WriteBatch exclusive = begin()) {
      structures.drop(names);
    }
  }

  /** Returns the design of the store: its structures, device, buffer, page size and sync mode. */
  public StoreDesign design() {
    return files.design();
  }

  /** Returns whether the store was opened for reading only. */
  public boolean isReadOnly() {
    return files.isReadOnly();
  }

  /** Returns the structures as an unmodifiable collection, in the order of the design. */
  @Override
  public Collection<Structure> structures() {
    return structures.all().values();
  }

  @Override
  public Structure structure(String name) {
    return structures.get(name);
  }

  /**
   * Changes the schema of records without rewriting any record. Waits for batches of other threads.
   * The change and all earlier commits are durable when the call returns. After a crash the records
   * have the old schema or the new one.
   *
   * @param records name of the records
   * @param change computes the new schema from the present schema, by {@link Schema#with} and
   *     {@link Schema#without}
   * @return the new schema
   * @throws SpecException if the name is unknown, or an index uses an attribute that would be
   *     dropped
   * @throws IllegalStateException if this thread has a batch open, or the store is read-only
   */
  public Schema changeSchema(String records, UnaryOperator<Schema> change) {
    requireNonNull(change, "change");
    try (WriteBatch exclusive = begin()) {
      return structures.changeSchema(records(requireNonNull(records, "records")), change);
    }
  }

  @Override
  LoggedStore log() {
    return log;
  }

  /** Returns all counters at this moment. Any thread may call this method at any time. */
  public StoreStats stats() {
    long durable = log.durableFrame(); // read first, so that it is never later than the newest
    return new StoreStats(
        files.pages().io(),
        files.logFigures(),
        files.metaPageWrites(),
        files.placement(),
        design().flash().policy(),
        files.pages().pool(),
        new CommitStats(log.committedFrame(), durable, log.recovery()),
        structures().stream().map(Structure::stats).toList());
  }

  /** Returns the saved statistics of indices. {@code Table.analyze} saves them. */
  public SavedStatistics statistics() {
    return statistics;
  }

  /** Verifies each structure by itself. No thread may change the store meanwhile. */
  public StoreCheck check() {
    return StoreCheck.of(structures());
  }

  /**
   * Copies the newest commit of the store. Readers and a writer continue during the copy. Commits
   * wait only for a short time at the beginning: with {@code placement=free} at most as long as a
   * checkpoint takes. The copy is durable when the call returns, and cannot be opened before. A
   * store in memory is copied to files.
   *
   * @param target a directory that is empty or does not exist
   * @param progress receives the number of pages copied
   * @throws StoreIoException if the target is not empty, or reading or writing fails. This store
   *     then stays unchanged, and the files of the copy are removed.
   * @throws IllegalStateException if another backup of this store is running
   */
  public Backup backup(Path target, Backup.Progress progress) {
    return new StoreBackup(log, files, structures(), statistics).run(target, progress);
  }

  /** Copies the store as {@link #backup(Path, Backup.Progress)} does, without progress reports. */
  public Backup backup(Path target) {
    return backup(target, Backup.Progress.NONE);
  }

  /** Copies the store to an empty directory object of the caller, who closes the directory. */
  public Backup backup(StoreDirectory target, Backup.Progress progress) {
    return new StoreBackup(log, files, structures(), statistics).run(target, progress);
  }

  /**
   * Makes the files of the store as small as possible. Writes all buffered changes, moves pages to
   * the front of the page file, truncates the file, and empties the log. Sparse blocks of a grove
   * are merged first. RIDs of records and open snapshots stay valid. Queries continue, but changes
   * wait. A crash loses nothing. With {@code placement=home}, and for an LSM R-tree, the call only
   * releases free space at the end of a file.
   */
  public CompactionStats compact() {
    return files.compact(log, () -> structures().forEach(Lifecycle::compact));
  }

  /**
   * Returns the device as an instance of {@code type}, for example to read its counters, or null if
   * it does not implement this type. No other thread may use the store meanwhile.
   */
  public <T> @Nullable T device(Class<T> type) {
    return files.device().extension(requireNonNull(type, "type"));
  }

  /**
   * Closes the store. Durable commits stay. Discards the calling thread's open batch. A second call
   * does nothing.
   *
   * <p>Closing compacts files over one megabyte that are much larger than their content. It skips a
   * compaction that would cost much compared with the bytes written since the last compaction. The
   * call waits for batches of other threads, and rolls back batches of dead threads.
   *
   * @throws BatchTimeoutException if the wait is interrupted or takes too long; the store stays
   *     open
   */
  @Override
  public void close() {
    boolean staysOpen = false;
    try {
      if (!isReadOnly()) {
        awaitBatch();
      }
      try {
        structures.compactLooseBlocks();
      } catch (StoreClosedException e) {
        // another thread closes the store; log.close() waits until it is closed
      } finally {
        structures().forEach(Lifecycle::close);
        log.close();
      }
    } catch (BatchTimeoutException e) {
      staysOpen = !log.isClosed();
      throw e;
    } finally {
      if (!staysOpen) {
        closeFiles();
      }
    }
  }

  /** Closes the store as {@link #close()} does, but waits for batches at most {@code timeout}. */
  public void close(Duration timeout) {
    WriteLock.runWithin(timeout, this::close);
  }

  private synchronized void closeFiles() {
    if (!closed) {
      closed = true;
      files.close();
    }
  }
}
