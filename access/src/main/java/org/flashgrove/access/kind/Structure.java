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
 * org.flashgrove.access.structure.BlockStructure} for a spatial index. Its constructor attaches the
 * structure to the log of the store ({@link StructureContext#log}). Then the store replays the log
 * and calls {@link #open}.
 */
public abstract class Structure {
  private final String name;
  private final StructureConfig config;
  private final IoCounters counters;
  private final LoggedStore log;
  private @Nullable EntryIds ids;

  /** Creates a structure; the arguments are those of {@link StructureConfig#make}. */
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

  /** Returns the number of entries or records of the newest commit. */
  public abstract long size();

  /**
   * Verifies every page and every invariant of the structure, which must not be changed meanwhile.
   */
  public abstract CheckReport check();

  /** Returns the current values of all counters. Any thread may call this method at any time. */
  public abstract StructureStats stats();

  /**
   * Returns statistics that are specific to this kind of structure since the store was opened, in a
   * record that its module documents; null if it has none.
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

  /** Returns snapshots for as many threads as {@link #snapshotWith} returns one, or just one. */
  final List<StoreSnapshot> snapshotsWith(Structure other, int number) {
    return isOfStoreOf(other) && other != this
        ? log.snapshots(number, stored(), other.stored())
        : log.snapshots(number, stored());
  }

  /** Returns the part that participates in batches and snapshots of the store. */
  protected abstract StoreStructure<?, ?> stored();

  /**
   * Returns the file that is the structure's own, or null: most have their pages in that of the
   * store.
   */
  protected @Nullable OwnFile ownFile() {
    return null;
  }

  /** Opens the structure from its pages after the log of the store was replayed. */
  protected abstract void open();

  /** Waits for the thread that is changing the structure, and closes it. */
  protected abstract void close();

  final void identifiedBy(EntryIds structure) {
    ids = structure;
  }

  /** Returns the structure that keeps the rectangles of this index by id, or null. */
  public final @Nullable EntryIds ids() {
    return ids;
  }

  /**
   * Compacts the structure's separate file, if it has one. Shared pages are compacted by the store.
   */
  protected void compact() {
    // its pages are moved with those of others
  }

  /** Returns the number of bytes that {@link #compact} can free, as far as known. */
  protected long looseBytes() {
    return 0;
  }

  /** Returns the spatial index without its id index; direct changes do not update ids. */
  protected SpatialIndex plain() {
    throw new UnsupportedOperationException(spec() + " holds no rectangles");
  }

  /** Returns the entries of this index with changes that keep its rectangles by id in step. */
  protected final SpatialIndex identified() {
    return ids == null ? plain() : ids.over(plain());
  }

  /** Begins changes of this index and of its id index as part of a batch. */
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
   * Adds changes to a batch.
   *
   * @param close closes the changes; called if the batch rejects them
   */
  protected final void join(WriteBatch batch, Runnable close) {
    boolean joined = false;
    try {
      batch.add(stored());
      joined = true;
    } finally {
      if (!joined) {
        close.run();
      }
    }
  }
}
