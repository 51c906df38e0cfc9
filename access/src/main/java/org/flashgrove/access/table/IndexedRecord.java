package org.flashgrove.access.table;

import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/** Index view of a record. One object is reused for many records. */
final class IndexedRecord {
  private final Row row;
  private long rid;
  private long key;
  private @Nullable Envelope bounds;

  IndexedRecord(Schema schema) {
    row = new Row(schema);
  }

  /**
   * Shows another record, whose attributes {@link #row} shows, too.
   *
   * @param newBounds null if it has no geometry, or an empty one
   */
  IndexedRecord show(long newRid, long newKey, @Nullable Envelope newBounds) {
    rid = newRid;
    key = newKey;
    bounds = newBounds;
    return this;
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

  /** The attributes, as long as their bytes are where they were shown. */
  Row row() {
    return row;
  }
}
