package org.flashgrove.access;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.flashgrove.access.attribute.Schema;
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
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.failure.BatchTimeoutException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.index.WriteLock;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * A store in a directory: named structures on one file of pages, with one log and one lock. What
 * several structures change commits together by a batch, and is seen together by a snapshot:
 *
 * <pre>{@code
 * StoreDesign design = StoreOptions.defaults().designOf(Map.of("roads", "rstar", "names", "bplus"));
 * try (Store store = Store.create(directory, design);
 *     WriteBatch batch = store.begin();
 *     SpatialBatch roads = store.spatial("roads").begin(batch);
 *     BPlusBatch names = store.keys("names").begin(batch)) {
 *   roads.insert(1, 0, 0, 1, 1);
 *   names.insert(17, 1);
 *   batch.commit(); // both, or after a crash neither
 * }
 * }</pre>
 *
 * <p>{@link SpatialStore} is a store of one spatial index, and {@code Table} shows records with
 * indices in step.
 *
 * <p>A store is open for changes once at a time, in one process, and any number of times for
 * reading ({@link #openReadOnly}). Closing makes the log durable and leaves in it what the buffers
 * hold; opening replays it. After {@link #close()} calls end in {@link
 * org.flashgrove.core.failure.StoreClosedException}.
 */
public final class Store extends StoreCommits implements StructureLookup, AutoCloseable {
  private final StoreFiles files;
  private final LoggedStore log;
  private final StructureSet structures;
  private final @Nullable StoreReading reading;
  private boolean closed;

  /**
   * Opens what is in files.
   *
   * @param reading how they were opened for reading; null if they are for changes
   * @param before the store as it was opened for reading before, or null
   */
  private Store(StoreFiles files, @Nullable StoreReading reading, @Nullable Store before) {
    this.files = files;
    this.reading = reading;
    boolean opened = false;
    try {
      StoreDesign design = files.design();
      log =
          new LoggedStore(
              files.log(), files.frames(), files.slots(), design.logBytes(), files.syncMode());
      structures = new StructureSet(files, log);
      LoggedStore known = before != null && files.log().continues() ? before.log : null;
      log.open(design.numbers().next(), known);
      if (known != null) {
        known.requireReadable(); // what was taken over was not yet freed
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
   * Creates a store without structures, to which tables are added ({@code Table.create}), or other
   * structures ({@link #add(Map)}).
   *
   * @param directory a directory that is empty or not there
   * @throws StoreIoException if the directory is not empty, or the device refuses
   */
  public static Store create(Path directory) {
    long memory = StoreMemory.usualOfTable(); // of the trees of each table
    return create(directory, StoreOptions.defaults().withMemory(memory).designOf(Map.of()));
  }

  /**
   * Creates a store of empty structures.
   *
   * @param directory a directory that is empty or not there; the memory device does not use it
   * @throws StoreIoException if the directory is not empty, or the device refuses
   */
  public static Store create(Path directory, StoreDesign design) {
    return StoreMemory.opened(
        directory.toString(), design, () -> described(StoreFiles.create(directory, design)));
  }

  /**
   * Creates a store in an empty directory that the caller keeps and no other uses: files of another
   * kind, or watched ones. They are used through a cache, if they have one.
   *
   * @throws StoreIoException if the directory refuses
   */
  public static Store create(StoreDirectory directory, StoreDesign design) {
    return StoreMemory.opened(
        directory.name(), design, () -> described(StoreFiles.create(directory, design)));
  }

  private static Store described(StoreFiles files) {
    Store store = new Store(files, null, null);
    // The description comes last: a directory without it is not a store. Files and their names
    // are durable by now; an empty tree that is not is created again when the store is opened.
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
   * @throws StoreIoException if there is no store
   * @throws org.flashgrove.core.failure.StoreException if it is damaged, newer or in use
   */
  public static Store open(Path directory) {
    return open(directory, false, UnaryOperator.identity());
  }

  /** Opens an existing store with options. */
  public static Store open(Path directory, OpenOptions options) {
    return open(directory, options.isReadOnly(), options::applyTo);
  }

  /**
   * Opens an existing store for reading at its newest logged commit. Other readers and a writer may
   * have it open ({@link StoreDesign#isReadBeside}). The log is replayed in memory, and no file is
   * changed. Changes fail with {@link org.flashgrove.core.failure.ReadOnlyStoreException}. The
   * store does not see later commits until {@link #refresh}; the files keep what it sees until it
   * is closed. A simulated device is loaded as it was saved; what reading does to it is forgotten.
   *
   * @throws StoreIoException if there is no store
   * @throws org.flashgrove.core.failure.StoreException if it is damaged or newer, or open for
   *     changes and of a kind that is not read beside them
   */
  public static Store openReadOnly(Path directory) {
    return open(directory, true, UnaryOperator.identity());
  }

  /**
   * Opens an existing store with other settings.
   *
   * @param readOnly for reading, as {@link #openReadOnly} does
   * @param settings given the design that the store is described with, returns the one to open it
   *     with, which differs in memory alone; or refuses the store by an exception
   */
  public static Store open(Path directory, boolean readOnly, UnaryOperator<StoreDesign> settings) {
    if (readOnly) {
      return opened(StoreReading.of(directory, settings), null);
    }
    StoreDescription found = StoreDescription.read(directory).with(settings);
    return StoreMemory.opened(
        directory.toString(),
        found.design(),
        () -> new Store(StoreFiles.open(directory, found), null, null));
  }

  private static Store opened(StoreReading reading, @Nullable Store before) {
    StoreFiles files = reading.open(before == null ? null : before.files.log());
    return StoreMemory.opened(
        reading.name(), files.design(), () -> new Store(files, reading, before));
  }

  /** Opens the store in a directory that the caller keeps. */
  public static Store open(
      StoreDirectory directory, boolean readOnly, UnaryOperator<StoreDesign> settings) {
    if (readOnly) {
      return opened(StoreReading.of(directory, settings), null);
    }
    StoreDescription found = StoreDescription.read(directory).with(settings);
    return StoreMemory.opened(
        directory.name(),
        found.design(),
        () -> new Store(StoreFiles.open(directory, found), null, null));
  }

  /**
   * Follows the process that writes a store which is only read here: opens the store as its newest
   * commit left it by now, with the same settings. This store stays at its commit, and what it sees
   * stays in the files, until it is closed: close it when its queries have ended.
   *
   * @return another store, or this one if there is nothing new
   * @throws IllegalStateException if the store is open for changes
   * @throws org.flashgrove.core.failure.StoreException as {@link #openReadOnly} does
   */
  public Store refresh() {
    if (reading == null) {
      throw new IllegalStateException(
          "the store is open for changes, and so at its newest commit (allowed: refreshing one that"
              + " was opened for reading)");
    }
    log.requireReadable();
    return reading.hasChanged(files) ? opened(reading, this) : this;
  }

  /** Returns what an existing store is made of, without opening it. */
  public static StoreDesign designOf(Path directory) {
    return StoreDescription.read(directory).design();
  }

  /**
   * Adds empty structures, which are there and durable on return. After a crash the store has all
   * of them or none.
   *
   * @param specs a spec by the name of each, in the order of their numbers
   * @throws SpecException if a name is taken, a structure does not fit, or the store is one index,
   *     or one table and a structure is no index of it, as its pages do not say which structure
   *     they are of; names what is allowed
   * @throws IllegalStateException if the store is only read
   */
  public void add(Map<String, String> specs) {
    log.requireWritable();
    structures.add(specs);
  }

  /**
   * Adds a structure with content, both there and durable on return. After a crash the store has it
   * whole or not at all; if filling fails it is as before, and what was written is given back when
   * the store is opened next.
   *
   * @throws SpecException as {@link #add(Map)} does
   * @throws IllegalStateException if this thread has a batch open, or the store is only read
   */
  public void add(String name, String spec, StructureFilling filling) {
    try (WriteBatch batch = begin()) {
      structures.add(name, spec, filling, batch);
    }
  }

  /**
   * Drops structures, records only together with their indices; durable on return. After a crash
   * all of them are gone or none. Waits for a batch of another thread; snapshots stay as they are.
   * Their pages and memory become free when the store is opened next.
   *
   * @throws SpecException if there is none of a name, or what is left cannot be a store
   * @throws IllegalStateException if this thread has a batch open, or the store is only read
   */
  public void drop(Collection<String> names) {
    try (WriteBatch exclusive = begin()) {
      structures.drop(names);
    }
  }

  /** Returns what the store is made of. */
  public StoreDesign design() {
    return files.design();
  }

  /** Returns whether the store was opened for reading only. */
  public boolean isReadOnly() {
    return files.isReadOnly();
  }

  /** Returns the structures, in the order of the design; not to be changed. */
  @Override
  public Collection<Structure> structures() {
    return structures.all().values();
  }

  @Override
  public Structure structure(String name) {
    return structures.get(name);
  }

  /**
   * Gives records another schema, which rewrites none of them; waits for a batch that another
   * thread has open. It is durable on return, with all commits before; after a crash the records
   * have the one or the other.
   *
   * @param records name of the records
   * @param change given the present schema, returns the other, made from it by {@link Schema#with}
   *     and {@link Schema#without}
   * @return the new schema
   * @throws SpecException if there are no records of that name, or an index needs what goes
   * @throws IllegalStateException if this thread has a batch open, or the store is only read
   */
  public Schema changeSchema(String records, UnaryOperator<Schema> change) {
    try (WriteBatch exclusive = begin()) {
      return structures.changeSchema(records(records), change);
    }
  }

  /** Returns the number of entries and records; those of tables' indices do not count. */
  public long size() {
    long size = 0;
    for (Structure structure : structures()) {
      size += StoreDesign.tableOf(structure.name()) != null ? 0 : structure.size();
    }
    return size;
  }

  @Override
  LoggedStore log() {
    return log;
  }

  /** Returns all counters at this moment; any thread may ask while others work. */
  public StoreStats stats() {
    long durable = log.durableFrame(); // asked for first, so that it is not later than the newest
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

  /** Verifies all structures, each by itself; nobody may change them meanwhile. */
  public StoreCheck check() {
    return StoreCheck.of(structures());
  }

  /**
   * Copies the newest commit of the store while readers and a writer go on. Commits wait for a
   * moment at the beginning; with {@code placement=free} no longer than for a checkpoint. The copy
   * is durable on return, and cannot be opened before. A store in memory is copied to files.
   *
   * @param target a directory that is empty or not there
   * @param progress receives the number of pages copied
   * @throws StoreIoException if the target is not empty, or reading or writing fails; this store is
   *     unharmed then, and what was copied is removed
   * @throws IllegalStateException if a backup of this store is under way
   */
  public Backup backup(Path target, Backup.Progress progress) {
    return files.backup(log, Lifecycle.ownFiles(structures()), target, progress);
  }

  /** Copies the store as the other method does, without reports of progress. */
  public Backup backup(Path target) {
    return backup(target, Backup.Progress.NONE);
  }

  /** Copies the store to an empty directory that the caller keeps. */
  public Backup backup(StoreDirectory target, Backup.Progress progress) {
    return files.backup(log, Lifecycle.ownFiles(structures()), target, progress);
  }

  /**
   * Brings everything to the device, moves pages to the front of the file, gives the rest of it
   * back, and empties the log. Records keep their RIDs. Queries go on, changes wait; a crash loses
   * nothing. With {@code placement=home} only free slots at the end of the file are given back.
   * Sparse blocks of a grove are merged before; what snapshots see stays. Of an LSM R-tree only
   * free blocks at the end are given back.
   */
  public CompactionStats compact() {
    return files.compact(log, () -> structures().forEach(Lifecycle::compact));
  }

  /**
   * Returns what the device offers in addition to files, such as figures and a clock, if it is of a
   * type; else null. For one thread: nobody may use the store meanwhile.
   */
  public <T> @Nullable T device(Class<T> type) {
    return files.device().extension(type);
  }

  /**
   * Closes the store. Durable commits stay. A second call does nothing.
   *
   * <p>Files larger than a megabyte and much larger than their content are compacted, as far as
   * that costs little compared with what was written since the last time and the device allows it.
   *
   * <p>The call waits for batches that other threads have open, and rolls back batches of dead
   * threads.
   *
   * @throws BatchTimeoutException if the wait is interrupted or takes too long; the store stays
   *     open
   */
  @Override
  public void close() {
    boolean staysOpen = false;
    try {
      awaitBatch();
      try {
        structures.compactLooseBlocks();
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

  /** Waits for the batch that another thread has open on records, or on several structures. */
  private void awaitBatch() {
    if (!isReadOnly() && !log.isRefusing()) {
      try {
        begin().close();
      } catch (BatchStateException e) {
        // the batch of this thread ends with the store
      }
    }
  }

  /** Closes the store as {@link #close()} does, and waits for batches at most for a time. */
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
