package org.flashgrove.access.kind;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.storage.log.StoreSnapshot;
import org.flashgrove.storage.log.StoreStructure;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * Calls between a store and its structures. Applications do not use this class, because a store
 * opens, compacts and closes its structures itself.
 */
public final class Lifecycle {
  private Lifecycle() {}

  public static void open(Structure structure) {
    structure.open();
  }

  /** Waits for the thread that changes a structure, then closes the structure. */
  public static void close(Structure structure) {
    structure.close();
  }

  public static void compact(Structure structure) {
    structure.compact();
  }

  /** Returns an estimate of the bytes that {@link #compact} can free. */
  public static long looseBytes(Structure structure) {
    return structure.looseBytes();
  }

  /** Returns the separate file of a structure, or null if it uses only the store's page file. */
  public static @Nullable OwnFile ownFile(Structure structure) {
    return structure.ownFile();
  }

  /** Returns the separate files of all structures. */
  public static List<OwnFile> ownFiles(Collection<Structure> structures) {
    return structures.stream().map(Structure::ownFile).filter(Objects::nonNull).toList();
  }

  /** Connects a spatial index with the structure that stores its rectangles by id. */
  public static void identifiedBy(Structure index, EntryIds ids) {
    index.identifiedBy(ids);
  }

  /**
   * Returns a spatial index without its rectangles by id. Changes of the result do not update these
   * rectangles.
   */
  public static SpatialIndex plain(Structure index) {
    return index.plain();
  }

  /** Begins changes of a spatial index within a batch, without updating its rectangles by id. */
  public static SpatialBatch joined(Structure index, SpatialIndex entries, WriteBatch batch) {
    return index.joined(entries, batch);
  }

  /** Begins a batch of a structure's store, with a time limit. */
  public static WriteBatch beginBatch(Structure structure, @Nullable Duration timeout) {
    return structure.beginBatch(timeout);
  }

  public static boolean isOfStoreOf(Structure structure, Structure other) {
    return structure.isOfStoreOf(other);
  }

  /**
   * Returns a snapshot of a structure. The snapshot includes another structure if both belong to
   * the same store.
   */
  public static StoreSnapshot snapshotWith(Structure structure, Structure other) {
    return structure.snapshotWith(other);
  }

  /**
   * Returns several snapshots like {@link #snapshotWith}, all at the same commit. Returns only one
   * snapshot if other threads commit faster than snapshots can be taken.
   */
  public static List<StoreSnapshot> snapshotsWith(
      Structure structure, Structure other, int number) {
    return structure.snapshotsWith(other, number);
  }

  /**
   * Returns the object through which a structure takes part in batches and snapshots of its store.
   */
  public static StoreStructure<?, ?> stored(Structure structure) {
    return structure.stored();
  }
}
