package org.flashgrove.access.table;

import java.nio.file.Path;
import org.flashgrove.core.index.TreeFigures;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.metrics.IoFigures;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.storage.log.WriteBatch;
import org.flashgrove.storage.node.BufferFigures;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.locationtech.jts.geom.Envelope;

/** An index of a table: entries lead to RIDs. */
public abstract sealed class TableIndex permits KeyIndex, GeometryIndex {
  private final String name;
  private final String spec;
  private final LoggedNodeStore nodes;
  private final IoCounters counters;

  TableIndex(String name, String spec, LoggedNodeStore nodes, IoCounters counters) {
    this.name = name;
    this.spec = spec;
    this.nodes = nodes;
    this.counters = counters;
  }

  /** The index's name in its table. */
  public final String name() {
    return name;
  }

  /** What it is made of. */
  public final String spec() {
    return spec;
  }

  /** The nodes, for snapshots. */
  public final LoggedNodeStore nodes() {
    return nodes;
  }

  /** Traffic of the index's nodes with the device. */
  public final IoFigures io() {
    return counters.figures();
  }

  /** Figures of the buffer between index and device. */
  public final BufferFigures buffer() {
    return nodes.bufferFigures();
  }

  /** Number of entries. */
  public abstract long size();

  /** What the tree's algorithms did, or null if they do not count. */
  abstract TreeFigures treeFigures();

  /** All counters at this moment. */
  final IndexMetrics metrics() {
    return new IndexMetrics(name, size(), io(), buffer(), treeFigures(), nodes.snapshotBytes());
  }

  /** Verifies the structure of the index alone. */
  public abstract CheckReport check();

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
   * @throws IllegalArgumentException telling what is allowed
   */
  abstract void requireHoldable(Envelope bounds);

  /** Whether a record has an entry. */
  abstract boolean isIndexed(Envelope bounds);

  /** Tells of every entry: RID, key or 0, bounds or null. */
  abstract void forEach(EntryCheck check);

  abstract void close();

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
    void fill(NodeOperation operation);

    @Override
    void close();
  }

  /** Looks at entries. */
  @FunctionalInterface
  interface EntryCheck {
    void entry(long rid, long key, Envelope bounds);
  }
}
