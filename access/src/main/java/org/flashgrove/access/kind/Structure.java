package org.flashgrove.access.kind;

import java.time.Duration;
import java.util.List;
import org.flashgrove.access.metrics.StructureStats;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.StoreStructure;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * A structure of a {@link org.flashgrove.access.Store}, such as a spatial tree, a grove, a key tree
 * or the records of a table. The store opens and closes it. Methods that a kind of structure does
 * not support throw {@link UnsupportedOperationException}.
 *
 * <p>A {@link StructureKind} of another module extends this class, or {@link
 * org.flashgrove.access.structure.BlockStructure} for a spatial index. The constructor of the
 * subclass attaches the structure to the log of the store ({@link StructureContext#log}).
 * Afterwards the store replays the log and calls {@link #open}.
 */
public abstract class Structure {
  private final String name;
  private final StructureConfig config;
  private final IoCounters counters;
  private final LoggedStore log;
  private @Nullable EntryIds ids;

  /** Creates a structure. The arguments are those of {@link StructureConfig#make}. */
  protected Structure(String name, StructureConfig config, StructureContext site) {
    this.name = name;
    this.config = config;
    counters = site.counters();
    log = site.log();
  }

  /** Returns the structure's name in its store. */
  public final String name() {
    return name;
  }

  /** Returns the structure's settings as a spec. */
  public final String spec() {
    return config.toString();
  }

  /**
   * Returns the I/O counters of this structure. Structures that share a pool also share counters.
   */
  public final IoStats io() {
    return counters.figures();
  }

  /** Returns the number of entries or records at the newest commit. */
  public abstract long size();

  /**
   * Verifies every page and every invariant of the structure. No thread may change the structure
   * meanwhile.
   *
   * @return the numbers of pages and entries, and the problems
   */
  public abstract CheckReport check();

  /** Returns the current values of all counters. Any thread may call this method at any time. */
  public abstract StructureStats stats();

  /**
   * Returns counters that only this kind of structure has, as a record that its module documents.
   * Returns null if there are none.
   */
  public @Nullable Record figures() {
    return null;
  }

  final boolean isOfStoreOf(Structure other) {
    return log == other.log;
  }

  final StoreSnapshot snapshotWith(Structure other) {
    return isOfStoreOf(other) && other != this
        ? log.snapshot(stored(), other.stored())
        : log.snapshot(stored());
  }

  /**
   * Returns several snapshots like {@link #snapshotWith}, all at the same commit. Returns only one
   * snapshot if other threads commit faster than snapshots can be taken.
   */
  final List<StoreSnapshot> snapshotsWith(Structure other, int number) {
    return isOfStoreOf(other) && other != this
        ? log.snapshots(number, stored(), other.stored())
        : log.snapshots(number, stored());
  }

  /**
   * Returns the object through which this structure takes part in batches and snapshots of the
   * store.
   */
  protected abstract StoreStructure<?, ?> stored();

  /**
   * Returns the separate file of this structure. The default is null: its pages are in the store's
   * page file.
   */
  protected @Nullable OwnFile ownFile() {
    return null;
  }

  /** Opens the structure from its pages after the log of the store was replayed. */
  protected abstract void open();

  /** Waits until no thread changes the structure, and closes it. */
  protected abstract void close();

  final void identifiedBy(EntryIds structure) {
    ids = structure;
  }

  /** Returns the structure that stores the rectangles of this index by id, or null. */
  public final @Nullable EntryIds ids() {
    return ids;
  }

  /** Compacts the structure's separate file, if it has one. The store compacts the page file. */
  protected void compact() {
    // A structure without a separate file has nothing to compact here.
  }

  /** Returns an estimate of the bytes that {@link #compact} can free. */
  protected long looseBytes() {
    return 0;
  }

  /**
   * Returns the spatial index without its rectangles by id. Changes of the result do not update
   * these rectangles.
   */
  protected SpatialIndex plain() {
    throw new UnsupportedOperationException(spec() + ": has no rectangles; use a spatial index");
  }

  /** Returns the spatial index. Changes of the result also update its rectangles by id. */
  protected final SpatialIndex identified() {
    return ids == null ? plain() : ids.over(plain());
  }

  /** Begins changes of this index and of its rectangles by id within a batch. */
  protected final SpatialBatch beginIdentified(WriteBatch batch) {
    SpatialBatch changes = joined(plain(), batch);
    return ids == null ? changes : ids.over(changes, batch, null);
  }

  final SpatialBatch joined(SpatialIndex entries, WriteBatch batch) {
    SpatialBatch changes = entries.begin();
    join(batch, changes::close);
    return changes;
  }

  final WriteBatch beginBatch(@Nullable Duration timeout) {
    return log.begin(timeout);
  }

  /**
   * Adds the changes of this structure to a batch.
   *
   * @param close closes the changes if they are open; called if the batch rejects them, and when
   *     the batch is closed
   */
  protected final void join(WriteBatch batch, Runnable close) {
    boolean joined = false;
    try {
      batch.add(stored(), close);
      joined = true;
    } finally {
      if (!joined) {
        close.run();
      }
    }
  }
}
