package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.log.WriteBatch;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Fills an empty table: records are written as whole pages in the order they come, past cache and
 * per-record log, and entries are sorted and packed into the indices at the end. One commit: after
 * a crash the table is empty or full. Closing without a commit leaves it empty.
 *
 * <p>It belongs to the thread that began it; other changes of the table wait until it is closed.
 * Memory: what is given for sorting, for each index, and some pages.
 */
public final class TableLoader implements AutoCloseable {
  private final Table table;
  private final WriteBatch batch;
  private final HeapOperation records;
  private final List<TableIndex.Loading> indices = new ArrayList<>();
  private final RecordGeometries geometries = new RecordGeometries();
  private boolean broken;
  private boolean committed;
  private boolean closed;

  TableLoader(Table table, WriteBatch batch, int sortMemoryBytes, Path spillDirectory) {
    this.table = table;
    this.batch = batch;
    boolean begun = false;
    try {
      if (table.size() > 0) {
        throw new IllegalStateException(
            "a load of a table of " + table.size() + " records (allowed: an empty one)");
      }
      for (TableIndex index : table.indices()) {
        indices.add(index.load(sortMemoryBytes, spillDirectory));
      }
      records = batch.begin(table.heap());
      begun = true;
    } finally {
      if (!begun) {
        close();
      }
    }
  }

  private void requireUsable() {
    if (closed || committed || broken) {
      String state = closed ? "closed" : committed ? "committed" : "broken by a record that failed";
      throw new IllegalStateException("the load is " + state + " (allowed: close)");
    }
  }

  /**
   * Appends a record.
   *
   * @param geometry null for none
   * @return its RID; RIDs ascend
   * @throws IllegalArgumentException for a geometry with Z, M or an SRID, which the record would
   *     not keep
   */
  public long append(long key, Geometry geometry, ByteBuffer attributes) {
    return append(key, RecordGeometries.bounds(geometry), geometries.wkb(geometry), attributes);
  }

  /**
   * Appends a record whose geometry is there as WKB, which is kept as it is.
   *
   * @param wkb no bytes for no geometry
   * @throws IllegalArgumentException if it is no WKB
   */
  public long appendWkb(long key, ByteBuffer wkb, ByteBuffer attributes) {
    return append(key, RecordGeometries.bounds(geometries.parse(wkb)), wkb, attributes);
  }

  private long append(long key, Envelope bounds, ByteBuffer wkb, ByteBuffer attributes) {
    requireUsable();
    if (bounds != null) {
      Rectangles.requireValid(
          bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
    }
    broken = true; // until it is done
    long rid = records.append(key, wkb, attributes);
    for (TableIndex.Loading index : indices) {
      index.add(rid, key, bounds);
    }
    broken = false;
    return rid;
  }

  /** Number of records appended. */
  public long size() {
    requireUsable();
    return records.size();
  }

  /** Packs the indices and commits everything; afterwards the load can only be closed. */
  public void commit() {
    requireUsable();
    broken = true;
    for (TableIndex.Loading index : indices) {
      index.fill(batch);
    }
    batch.commit();
    broken = false;
    committed = true;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      for (TableIndex.Loading index : indices) {
        index.close();
      }
    } finally {
      batch.close();
    }
  }
}
