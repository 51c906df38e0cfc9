package org.flashgrove.access.table;

import org.flashgrove.access.cost.IndexStatistics;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/** An index of a table. Its entries refer to records by RID. */
public abstract sealed class TableIndex permits PairIndex, GeometryIndex {
  private static final double USUAL_FILL = 0.7;

  private final String name;
  private final Structure structure;

  TableIndex(String name, Structure structure) {
    this.name = name;
    this.structure = structure;
  }

  /** Returns the name of the index in its table. */
  public final String name() {
    return name;
  }

  /** Returns the index as a structure of the store. Do not change it directly; change the table. */
  public Structure structure() {
    return structure;
  }

  /** Returns the spec of the index. */
  public final String spec() {
    return structure.spec();
  }

  /**
   * Returns name and spec in the form that {@link Table#addIndex(String)} takes, such as {@code
   * geom=rstar}.
   */
  @Override
  public final String toString() {
    return name + "=" + spec();
  }

  /** Returns the page transfers of the index. */
  public final IoStats io() {
    return structure.io();
  }

  /** Returns the number of entries. */
  public final long size() {
    return structure.size();
  }

  /**
   * After a query has ended, reads statistics for later queries if these statistics are missing or
   * outdated. Reads them only if this takes few pages in comparison with the cost of that query.
   *
   * @param cost number of pages that the query read
   * @return number of pages that this call read
   */
  public abstract long learn(TableSnapshot snapshot, double cost);

  /** Returns the statistics that planners keep. An index of whole values has no histogram. */
  public abstract IndexStatistics<?> statistics();

  /**
   * Reads statistics from the upper levels of the index.
   *
   * @param mostPages maximum number of pages to read
   * @return number of pages that this call read
   */
  abstract long analyze(TableSnapshot snapshot, int mostPages);

  /**
   * Estimates the number of nodes above the leaves of a tree.
   *
   * @param entryBytes bytes of an entry in a leaf
   * @param childBytes bytes of an entry in another node
   */
  static double nodesAbove(TableSnapshot at, long entries, int entryBytes, int childBytes) {
    double bytes = USUAL_FILL * at.table().store().design().pageSize();
    return 2 + entries * (entryBytes / bytes) * (childBytes / bytes);
  }

  /** Begins changes that a batch commits. */
  abstract Changes begin(WriteBatch batch);

  /**
   * Begins changes that are committed by themselves, outside of any batch. The index must not
   * belong to a table yet.
   */
  abstract Changes begin();

  /**
   * Starts a bulk load of the index, which must be empty.
   *
   * @throws UnsupportedOperationException if an index of this kind cannot be bulk loaded
   */
  abstract Loading load(LoadOptions options);

  /**
   * Rejects bounds that the index cannot store.
   *
   * @param bounds bounds of the geometry, or null if the record has none
   * @throws IllegalArgumentException for such bounds; the message says which bounds are allowed
   */
  abstract void requireHoldable(@Nullable Envelope bounds);

  /** Returns whether the index may contain stale entries and duplicates. */
  boolean isLazy() {
    return false;
  }

  /** Returns whether a record has an entry in this index. */
  abstract boolean isIndexed(IndexedRecord record);

  /**
   * Returns whether the entries of two versions of a record are equal, or neither version has an
   * entry.
   */
  abstract boolean isSame(IndexedRecord one, IndexedRecord other);

  /** Visits every entry. */
  abstract void forEach(EntryCheck check);

  /** Returns whether an entry that {@link #forEach} visited belongs to a record. */
  abstract boolean isEntryOf(IndexedRecord record, IndexEntry entry);

  /** Changes of an index that follow from changes of records. */
  interface Changes extends AutoCloseable {
    /** Adds the entry of a record, if it has one. */
    void add(IndexedRecord record);

    /**
     * Removes the entry of a record. Returns false if the record should have an entry but has none.
     */
    boolean remove(IndexedRecord record);

    /** Commits the changes, if they do not belong to a batch. */
    void commit();

    @Override
    void close();
  }

  /** Bulk load of an empty index. */
  interface Loading extends AutoCloseable {
    /** Adds the entry of a record, if it has one. */
    void add(IndexedRecord record);

    /** Packs the entries into the index as a part of a batch. */
    void fill(WriteBatch batch);

    @Override
    void close();
  }

  /**
   * Entry of an index. Only one of the three keys is used, depending on the kind of index.
   *
   * @param word key in an index of eight-byte words, else 0
   * @param bounds key in a spatial index, else null
   * @param key key in an index of complete values, else null
   */
  record IndexEntry(long rid, long word, @Nullable Envelope bounds, byte @Nullable [] key) {}

  /** Receives the entries that {@link TableIndex#forEach} visits. */
  @FunctionalInterface
  interface EntryCheck {
    void entry(IndexEntry entry);
  }
}
