package org.flashgrove.access.table;

import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/** The parts of a record that indices use. One object is reused for many records. */
final class IndexedRecord {
  private final Row row;
  private long rid;
  private long key;
  private @Nullable Envelope bounds;

  IndexedRecord(Schema schema) {
    row = new Row(schema);
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
