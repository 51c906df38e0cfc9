package org.flashgrove.access.query;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.core.failure.DamagedStoreException;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * A record that a query found: its key, its geometry and its attributes, read when they are asked
 * for. One that a cursor or a visitor shows is valid until the next; a copy stays as it is. For one
 * thread at a time.
 */
public final class TableRecord {
  private @Nullable RecordGeometries geometries;
  private final Row row;
  private ByteBuffer body = ByteBuffer.allocate(0);
  private long rid;
  private long key;
  private boolean isShown;
  private @Nullable Geometry known;

  TableRecord(Schema schema) {
    row = new Row(schema);
  }

  /** Shows a record of a cursor. */
  TableRecord show(long shownRid, long shownKey, ByteBuffer shownBody) {
    return show(shownRid, shownKey, shownBody, null);
  }

  /**
   * Shows a record of a cursor.
   *
   * @param shownGeometry its geometry, or null if it has none or nobody has read it
   */
  TableRecord show(
      long shownRid, long shownKey, ByteBuffer shownBody, @Nullable Geometry shownGeometry) {
    known = shownGeometry;
    rid = shownRid;
    key = shownKey;
    body = shownBody;
    isShown = false;
    return this;
  }

  /**
   * Returns the record's RID, the same until it is deleted: what changes of the table name it by.
   */
  public long rid() {
    return rid;
  }

  /** Returns the key that it was inserted with. */
  public long key() {
    return key;
  }

  /** Returns its geometry, each time an object of its own, or null if it has none. */
  public @Nullable Geometry geometry() {
    if (known != null) {
      Geometry given = known;
      known = null;
      return given;
    }
    if (geometries == null) {
      geometries = new RecordGeometries();
    }
    int bytes = body.getInt(body.position());
    ByteBuffer wkb = body.slice(body.position() + Integer.BYTES, bytes);
    return geometries.stored(rid, wkb.order(ByteOrder.LITTLE_ENDIAN));
  }

  /**
   * Returns its attributes, read by their names; of a table without a schema the one attribute
   * {@code bytes}, those of the application.
   *
   * @throws DamagedStoreException if its bytes are none of the table's schema
   */
  public Row row() {
    if (!isShown) {
      try {
        row.showBody(body);
      } catch (IllegalArgumentException e) {
        throw new DamagedStoreException(
            "nodes.pages", "record " + rid, String.valueOf(e.getMessage()));
      }
      isShown = true;
    }
    return row;
  }

  /** Returns a copy, which stays as it is whatever becomes of the query and the table. */
  public TableRecord copy() {
    ByteBuffer copy = ByteBuffer.allocate(body.remaining()).order(ByteOrder.LITTLE_ENDIAN);
    copy.put(0, body, body.position(), body.remaining());
    return new TableRecord(row.schema()).show(rid, key, copy);
  }
}
