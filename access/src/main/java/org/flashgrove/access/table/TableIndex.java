package org.flashgrove.access.table;

import java.nio.file.Path;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/** An index of a table: entries lead to RIDs. */
public abstract sealed class TableIndex permits PairIndex, GeometryIndex {
  private final String name;
  private final Structure structure;

  TableIndex(String name, Structure structure) {
    this.name = name;
    this.structure = structure;
  }

  /** The index's name in its table. */
  public final String name() {
    return name;
  }

  /** The index as a structure of the table's store; changes go through the table. */
  public Structure structure() {
    return structure;
  }

  /** Returns the specification of the index. */
  public final String spec() {
    return structure.spec();
  }

  /** Returns the name and the spec, such as {@code geom=rstar}, as they are added to a table. */
  @Override
  public final String toString() {
    return name + "=" + spec();
  }

  /** Traffic of the index's nodes with the device. */
  public final IoStats io() {
    return structure.io();
  }

  /** Number of entries. */
  public final long size() {
    return structure.size();
  }

  /** Opens changes that a batch commits. */
  abstract Changes begin(WriteBatch batch);

  /** Opens changes that commit by themselves, of an index that no table has yet. */
  abstract Changes begin();

  /**
   * Starts filling the index, which is empty.
   *
   * @param order of the entries of a tree that may be packed in it; others have their own
   * @throws UnsupportedOperationException if an index of this kind cannot be bulk loaded
   */
  abstract Loading load(BulkOrder order, int sortMemoryBytes, Path spillDirectory);

  /**
   * Refuses bounds that the index cannot hold.
   *
   * @param bounds null if the record has no geometry
   * @throws IllegalArgumentException naming what is allowed
   */
  abstract void requireHoldable(@Nullable Envelope bounds);

  /** Returns whether the index may contain stale entries and duplicates. */
  boolean isLazy() {
    return false;
  }

  /** Returns whether a record has an entry in this index. */
  abstract boolean isIndexed(IndexedRecord record);

  /** Returns whether two versions of a record have the same entry, or none. */
  abstract boolean isSame(IndexedRecord one, IndexedRecord other);

  /** Visits every entry. */
  abstract void forEach(EntryCheck check);

  /** Returns whether an entry that {@link #forEach} visited belongs to a record. */
  abstract boolean isEntryOf(IndexedRecord record, IndexEntry entry);

  /** Changes of an index for those of records. */
  interface Changes extends AutoCloseable {
    /** Adds the entry of a record, if it has one. */
    void add(IndexedRecord record);

    /** Removes the entry of a record, if it has one; false if that was not there. */
    boolean remove(IndexedRecord record);

    /** Commits changes that are in no batch. */
    void commit();

    @Override
    void close();
  }

  /** Entries of records on their way into an empty index. */
  interface Loading extends AutoCloseable {
    /** Takes the entry of a record, if it has one. */
    void add(IndexedRecord record);

    /** Packs the index in an operation that a batch commits. */
    void fill(WriteBatch batch);

    @Override
    void close();
  }

  /**
   * Entry of an index.
   *
   * @param word of an index of words, else 0
   * @param bounds of an index on geometries, else null
   * @param key of an index of whole values, else null
   */
  record IndexEntry(long rid, long word, @Nullable Envelope bounds, byte @Nullable [] key) {}

  /** Looks at entries. */
  @FunctionalInterface
  interface EntryCheck {
    void entry(IndexEntry entry);
  }
}
