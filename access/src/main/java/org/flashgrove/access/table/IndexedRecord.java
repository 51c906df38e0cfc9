package org.flashgrove.access.table;

import org.flashgrove.access.attribute.Row;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/** The parts of a record that indices use. One object is reused for many records. */
final class IndexedRecord {
  private final String file;
  private final Row row;
  private final HeapRecord stored = new HeapRecord();
  private long rid;
  private long key;
  private @Nullable Envelope bounds;

  IndexedRecord(Table table) {
    file = table.heap().name();
    row = new Row(table.schema());
  }

  /**
   * Changes this object to another record. The caller also sets the attributes of {@link #row}.
   *
   * @param newBounds bounds of the geometry; null for a null or empty geometry
   */
  IndexedRecord show(long newRid, long newKey, @Nullable Envelope newBounds) {
    rid = newRid;
    key = newKey;
    bounds = newBounds;
    return this;
  }

  /**
   * Changes this object to a record that {@code records} has stored. The caller also sets the
   * attributes, and the bounds if an index needs them.
   *
   * @return whether the record exists
   */
  boolean read(HeapOperation records, long newRid) {
    boolean there = records.get(newRid, stored);
    show(newRid, stored.id(), null);
    return there;
  }

  HeapRecord stored() {
    return stored;
  }

  void bounds(@Nullable Envelope newBounds) {
    bounds = newBounds;
  }

  /** Sets the attributes of the record that {@link #read} read. */
  IndexedRecord showStored() {
    try {
      row.showBody(stored.body());
      return this;
    } catch (IllegalArgumentException e) {
      throw lost(String.valueOf(e.getMessage()));
    }
  }

  /** Fails if a record that an index refers to is not there. */
  void requireThere(boolean isThere) {
    if (!isThere) {
      throw lost("is not where it was");
    }
  }

  /** Returns the exception for a stored record that its indices contradict, or that is damaged. */
  DamagedStoreException lost(String cause) {
    return new DamagedStoreException(file, "record " + rid, cause);
  }

  long rid() {
    return rid;
  }

  long key() {
    return key;
  }

  @Nullable Envelope bounds() {
    return bounds;
  }

  /**
   * Returns the attributes. They are valid only as long as the buffer from which the row reads does
   * not change.
   */
  Row row() {
    return row;
  }
}
