package org.flashgrove.access.table;

import java.nio.file.Path;
import org.flashgrove.access.Structure;
import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.storage.log.WriteBatch;
import org.locationtech.jts.geom.Envelope;

/** An index of a table: entries lead to RIDs. */
public abstract sealed class TableIndex permits KeyIndex, GeometryIndex {
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

  /** What it is made of. */
  public final String spec() {
    return structure.spec();
  }

  /** Traffic of the index's nodes with the device. */
  public final IoFigures io() {
    return structure.io();
  }

  /** Number of entries. */
  public final long size() {
    return structure.size();
  }

  /** Opens changes that a batch commits. */
  abstract Changes begin(WriteBatch batch);

  /**
   * Starts filling the index, which is empty.
   *
   * @throws UnsupportedOperationException if an index of this kind cannot be bulk loaded
   */
  abstract Loading load(int sortMemoryBytes, Path spillDirectory);

  /**
   * Refuses bounds that the index cannot hold.
   *
   * @param bounds null if the record has no geometry
   * @throws IllegalArgumentException naming what is allowed
   */
  abstract void requireHoldable(Envelope bounds);

  /** Whether a record has an entry. */
  abstract boolean isIndexed(Envelope bounds);

  /** Visits every entry: RID, key or 0, bounds or null. */
  abstract void forEach(EntryCheck check);

  /** Changes of an index for those of records. */
  interface Changes extends AutoCloseable {
    /** Adds the entry of a record; bounds are null if it has no geometry. */
    void add(long rid, long key, Envelope bounds);

    /** Removes the entry of a record; whether it was there. */
    boolean remove(long rid, long key, Envelope bounds);

    @Override
    void close();
  }

  /** Entries of records on their way into an empty index. */
  interface Loading extends AutoCloseable {
    /** Takes the entry of a record; bounds are null if it has no geometry. */
    void add(long rid, long key, Envelope bounds);

    /** Packs the index in an operation that a batch commits. */
    void fill(WriteBatch batch);

    @Override
    void close();
  }

  /** Looks at entries. */
  @FunctionalInterface
  interface EntryCheck {
    void entry(long rid, long key, Envelope bounds);
  }
}
