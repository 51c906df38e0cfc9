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
 * A structure of a {@link org.flashgrove.access.Store}: a spatial tree, a grove, a key tree,
 * records. It is opened and closed by its store. What a kind of structure cannot do its methods
 * refuse with {@link UnsupportedOperationException}, saying what is allowed.
 *
 * <p>A {@link StructureKind} of another module extends this class, or {@link
 * org.flashgrove.access.structure.BlockStructure} for a spatial index. Its constructor attaches
 * what it keeps to the log of the store ({@link StructureContext#log}); then the store replays the
 * log and calls {@link #open}.
 */
public abstract class Structure {
  private final String name;
  private final StructureConfig config;
  private final IoCounters counters;
  private final LoggedStore log;
  private @Nullable EntryIds ids;

  /** Creates a structure of a store; the arguments are those of {@link StructureConfig#make}. */
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

  /** Returns what the structure is made of, as a spec. */
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

  /** Verifies every page and every rule of the structure; nobody may change it meanwhile. */
  public abstract CheckReport check();

  /** Returns all counters at this moment; any thread may ask while others work. */
  public abstract StructureStats stats();

  /**
   * Returns figures of the structure's own since the store was opened, in a record that the module
   * of its kind documents, or null if it has none.
   */
  public @Nullable Record figures() {
    return null;
  }

  /** Returns whether another structure is of the same store. */
  final boolean isOfStoreOf(Structure other) {
    return log == other.log;
  }

  /** Returns a snapshot that has this structure and, if it is of the same store, another one. */
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

  /** Returns what takes part in batches and snapshots of the store. */
  protected abstract StoreStructure<?, ?> stored();

  /**
   * Returns the file that is the structure's own, or null: most have their pages in that of the
   * store.
   */
  protected @Nullable OwnFile ownFile() {
    return null;
  }

  /** Opens what stands on the pages; the log of the store has been replayed. */
  protected abstract void open();

  /** Waits for the thread that is changing the structure, and closes it. */
  protected abstract void close();

  /** Takes the structure that keeps the rectangles of this index by id. */
  final void identifiedBy(EntryIds structure) {
    ids = structure;
  }

  /** Returns the structure that keeps the rectangles of this index by id, or null. */
  public final @Nullable EntryIds ids() {
    return ids;
  }

  /** Makes room within the structure's own file; there is none for pages that all share. */
  protected void compact() {
    // its pages are moved with those of others
  }

  /** Returns the bytes of its own file that {@link #compact} frees, as far as that is known. */
  protected long looseBytes() {
    return 0;
  }

  /** Returns the entries of a spatial index, whose changes leave its rectangles by id behind. */
  protected SpatialIndex plain() {
    throw new UnsupportedOperationException(spec() + " holds no rectangles");
  }

  /** Returns the entries of this index with changes that keep its rectangles by id in step. */
  protected final SpatialIndex identified() {
    return ids == null ? plain() : ids.over(plain());
  }

  /** Begins changes of this index, and of its rectangles by id, that a batch commits. */
  protected final SpatialBatch beginIdentified(WriteBatch batch) {
    SpatialBatch changes = joined(plain(), batch);
    return ids == null ? changes : ids.over(changes, batch, null);
  }

  /** Begins changes of this index alone that a batch commits. */
  final SpatialBatch joined(SpatialIndex entries, WriteBatch batch) {
    SpatialBatch changes = entries.begin();
    join(batch, changes::close);
    return changes;
  }

  /** Begins a batch of the store. */
  final WriteBatch beginBatch(@Nullable Duration timeout) {
    return log.begin(timeout);
  }

  /**
   * Makes changes that were begun a part of a batch.
   *
   * @param close closes the changes, called if the batch does not take them
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
