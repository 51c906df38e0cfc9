package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.heap.HeapRecord;
import org.flashgrove.storage.log.WriteBatch;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Changes of a table that commit together, records and entries of all indices: after a crash all of
 * them are there or none, and readers see all or none. Closing without a commit takes them back.
 *
 * <p>It belongs to the thread that began it; other changes of the table wait until it is closed.
 * What it changes is kept in memory: it is made for up to some thousands of changes. After a change
 * that failed for another reason than its arguments the batch can only be closed.
 */
public final class TableBatch implements AutoCloseable {
  private final Table table;
  private final WriteBatch batch;
  private final boolean isWhole;
  private final HeapOperation records;
  private final List<TableIndex.Changes> indices = new ArrayList<>();
  private final RecordGeometries geometries = new RecordGeometries();
  private final HeapRecord old = new HeapRecord();
  private boolean broken;
  private boolean committed;
  private boolean closed;

  /**
   * Changes of a table in a batch.
   *
   * @param isWhole whether they are all that the batch commits, and close it
   */
  TableBatch(Table table, WriteBatch batch, boolean isWhole) {
    this.table = table;
    this.batch = batch;
    this.isWhole = isWhole;
    boolean begun = false;
    try {
      records = batch.begin(table.heap());
      for (TableIndex index : table.indices()) {
        indices.add(index.begin(batch));
      }
      begun = true;
    } finally {
      if (!begun) {
        close();
      }
    }
  }

  private void requireUsable() {
    if (closed || committed || broken) {
      String state = closed ? "closed" : committed ? "committed" : "broken by a change that failed";
      throw new IllegalStateException("the batch is " + state + " (allowed: close)");
    }
  }

  /**
   * Inserts a record.
   *
   * @param key any number; several records may have the same
   * @param geometry null for none; in the plane, of at most 64 levels of geometries within each
   *     other
   * @param attributes bytes of the application, from position to limit, which stay as they are
   * @return the record's RID, the same until the record is deleted
   * @throws IllegalArgumentException for a geometry with Z, M or an SRID, which the record would
   *     not keep, and for one that an index cannot hold; nothing is changed then
   */
  public long insert(long key, Geometry geometry, ByteBuffer attributes) {
    return insert(key, geometry, geometries.wkb(geometry), attributes);
  }

  /**
   * Inserts a record whose geometry is there as WKB, which is kept as it is, with Z, M and SRID if
   * it has them; indices and queries look at x and y alone.
   *
   * @param wkb no bytes for no geometry
   * @throws IllegalArgumentException if it is no WKB
   */
  public long insertWkb(long key, ByteBuffer wkb, ByteBuffer attributes) {
    return insert(key, geometries.parse(wkb), wkb, attributes);
  }

  private long insert(long key, Geometry geometry, ByteBuffer wkb, ByteBuffer attributes) {
    requireUsable();
    Envelope bounds = table.validBounds(geometry);
    broken = true; // until it is done
    try {
      long rid = records.insert(key, wkb, attributes);
      for (TableIndex.Changes index : indices) {
        index.add(rid, key, bounds);
      }
      broken = false;
      return rid;
    } finally {
      endIfBroken();
    }
  }

  /**
   * Replaces a record; its RID stays.
   *
   * @return whether there is such a record
   * @throws IllegalArgumentException as {@link #insert} does; nothing is changed then
   */
  public boolean update(long rid, long key, Geometry geometry, ByteBuffer attributes) {
    requireUsable();
    if (!records.get(rid, old)) {
      return false;
    }
    Envelope bounds = table.validBounds(geometry);
    ByteBuffer wkb = geometries.wkb(geometry);
    long oldKey = old.id();
    Envelope oldBounds = RecordGeometries.bounds(geometries.stored(rid, old.wkb()));
    broken = true;
    try {
      if (!records.update(rid, key, wkb, attributes)) {
        throw lost(rid, "is not where it was");
      }
      List<TableIndex> kinds = table.indices();
      for (int i = 0; i < indices.size(); i++) {
        boolean same = kinds.get(i) instanceof KeyIndex ? key == oldKey : isSame(bounds, oldBounds);
        if (!same) {
          remove(i, rid, oldKey, oldBounds);
          indices.get(i).add(rid, key, bounds);
        }
      }
      broken = false;
      return true;
    } finally {
      endIfBroken();
    }
  }

  /**
   * Replaces the geometry of a record; key and attributes stay as they are.
   *
   * @param geometry null for none
   * @return whether there is such a record
   * @throws IllegalArgumentException as {@link #insert} does; nothing is changed then
   */
  public boolean updateGeometry(long rid, Geometry geometry) {
    requireUsable();
    if (!records.get(rid, old)) {
      return false;
    }
    byte[] attributes = new byte[old.attributes().remaining()]; // they move as the record does
    old.attributes().duplicate().get(attributes);
    return update(rid, old.id(), geometry, ByteBuffer.wrap(attributes));
  }

  private static boolean isSame(Envelope one, Envelope other) {
    return one == null ? other == null : one.equals(other);
  }

  /**
   * Deletes a record. Its RID may be given to a later one.
   *
   * @return whether there was such a record
   */
  public boolean delete(long rid) {
    requireUsable();
    if (!records.get(rid, old)) {
      return false;
    }
    long key = old.id();
    Envelope bounds = RecordGeometries.bounds(geometries.stored(rid, old.wkb()));
    broken = true;
    try {
      for (int i = 0; i < indices.size(); i++) {
        remove(i, rid, key, bounds);
      }
      if (!records.delete(rid)) {
        throw lost(rid, "is not where it was");
      }
      broken = false;
      return true;
    } finally {
      endIfBroken();
    }
  }

  /** Half a change is staged: a batch that commits the changes with others' must not, either. */
  private void endIfBroken() {
    if (broken) {
      records.close();
    }
  }

  private void remove(int index, long rid, long key, Envelope bounds) {
    if (!indices.get(index).remove(rid, key, bounds)) {
      throw lost(rid, "has no entry in index " + table.indices().get(index).name());
    }
  }

  private static DamagedStoreException lost(long rid, String cause) {
    return new DamagedStoreException("nodes.pages", "record " + rid, cause);
  }

  /**
   * Reads a record with this batch's changes.
   *
   * @return whether there is such a record
   */
  public boolean get(long rid, HeapRecord into) {
    requireUsable();
    return records.get(rid, into);
  }

  /** Number of records with this batch's changes. */
  public long size() {
    requireUsable();
    return records.size();
  }

  /**
   * Commits everything; afterwards the batch can only be closed.
   *
   * @throws IllegalStateException if the changes are a part of a batch of the store
   */
  public void commit() {
    requireUsable();
    if (!isWhole) {
      throw new IllegalStateException("the changes are a part of a batch, which commits them");
    }
    broken = true;
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
      for (TableIndex.Changes index : indices) {
        index.close();
      }
      if (!isWhole && records != null) {
        records.close();
      }
    } finally {
      if (isWhole) {
        batch.close();
      }
    }
  }
}
