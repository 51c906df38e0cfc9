package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * A record of a table: its key, its geometry and its attributes, which are decoded when a getter is
 * called. A record that a cursor or a visitor shows is valid until the next one; a {@link #copy}
 * and the record that {@link Table#get} returns stay valid. For one thread at a time.
 */
public final class TableRecord {
  /** Points of a geometry that a text writes out. */
  private static final int MOST_POINTS = 8;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private @Nullable RecordGeometries geometries;
  private final Row row;

  /** Writes the selected attributes of a record, or null if all are selected. */
  private final @Nullable RowWriter selection;

  private final Row selected;
  private ByteBuffer body = NOTHING;
  private ByteBuffer viewed = NOTHING;
  private ByteBuffer wkb = NOTHING;
  private ByteBuffer attributes = NOTHING;
  private long rid;
  private long key;
  private boolean isShown;
  private boolean isKey;
  private double distance = Double.NaN;
  private @Nullable Geometry known;

  /** Creates a view that a cursor shows records with; it shows none yet. */
  public TableRecord(Schema schema) {
    row = new Row(schema);
    selection = null;
    selected = row;
  }

  /**
   * Creates a view of some attributes.
   *
   * @param schema what the attributes of the records are
   * @param selection some of these attributes
   */
  public TableRecord(Schema schema, Schema selection) {
    row = new Row(schema);
    this.selection = new RowWriter(selection);
    selected = new Row(selection);
  }

  /** Returns a copy of a record of the heap file. */
  static TableRecord of(Schema schema, HeapRecord record) {
    return new TableRecord(schema).show(record.rid(), record.id(), record.body()).copy();
  }

  /** Shows a record of a cursor; returns this. */
  public TableRecord show(long shownRid, long shownKey, ByteBuffer shownBody) {
    return show(shownRid, shownKey, shownBody, null);
  }

  /**
   * Shows a record of a cursor; returns this.
   *
   * @param shownBody bytes of the WKB (4), WKB, attributes
   * @param shownGeometry its geometry, or null if it has none or nobody has read it
   */
  public TableRecord show(
      long shownRid, long shownKey, ByteBuffer shownBody, @Nullable Geometry shownGeometry) {
    known = shownGeometry;
    distance = Double.NaN;
    rid = shownRid;
    key = shownKey;
    body = shownBody;
    isShown = false;
    isKey = false;
    return this;
  }

  /** Shows the key and the RID of a record, and nothing else of it; returns this. */
  public TableRecord showKey(long shownRid, long shownKey) {
    show(shownRid, shownKey, NOTHING);
    isKey = true;
    return this;
  }

  private void requireBody() {
    if (isKey) {
      throw new IllegalStateException(
          "record " + key + ": only its key was asked for; leave out TableQuery.keysOnly");
    }
  }

  /** Adds the distance of the record that is shown; returns this. */
  public TableRecord showDistance(double shownDistance) {
    distance = shownDistance;
    return this;
  }

  /**
   * Returns the distance from the geometry of a query for the nearest records, in units of the
   * coordinates, or in metres by metric {@code geodesic}.
   *
   * @throws IllegalStateException if the record is of no such query
   */
  public double distance() {
    if (Double.isNaN(distance)) {
      throw new IllegalStateException(
          "record " + key + ": has no distance; ask for it with TableQuery.nearest");
    }
    return distance;
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
    requireBody();
    if (known != null) {
      Geometry given = known;
      known = null;
      return given;
    }
    if (geometries == null) {
      geometries = new RecordGeometries();
    }
    return geometries.stored(rid, wkb());
  }

  /**
   * Returns the geometry as WKB in place, little endian, from position to limit, without bytes if
   * there is no geometry. The buffer is read-only and stays the same object as long as the records
   * are in the same memory.
   */
  public ByteBuffer wkb() {
    view();
    int start = body.position() + Integer.BYTES;
    return wkb.limit(start + body.getInt(body.position())).position(start);
  }

  /**
   * Returns the bytes of its attributes where they stand, from position to limit; read only, always
   * the same object while the memory that shows the records is the same. Those of a table without a
   * schema are the application's. If a query selects attributes they are those of a row of these.
   */
  public ByteBuffer attributes() {
    view();
    if (selection != null) {
      row();
      return selection.row();
    }
    int start = body.position() + Integer.BYTES + body.getInt(body.position());
    return attributes.limit(body.limit()).position(start);
  }

  private void view() {
    requireBody();
    if (viewed != body) {
      viewed = body;
      wkb = body.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
      attributes = body.asReadOnlyBuffer();
    }
  }

  /**
   * Returns its attributes, read by their names: those that the query selects. Of a table without a
   * schema the one attribute {@code bytes}, those of the application.
   *
   * @throws DamagedStoreException if its bytes are none of the table's schema
   */
  public Row row() {
    if (!isShown) {
      requireBody();
      try {
        row.showBody(body);
        select();
      } catch (IllegalArgumentException e) {
        throw new DamagedStoreException(
            "nodes.pages", "record " + rid, String.valueOf(e.getMessage()));
      }
      isShown = true;
    }
    return selected;
  }

  private void select() {
    RowWriter writer = selection;
    if (writer != null) {
      writer.clear();
      List<Attribute> attributes = writer.schema().attributes();
      for (int i = 0; i < attributes.size(); i++) {
        writer.set(i, row.value(attributes.get(i).name()));
      }
      selected.show(writer.row());
    }
  }

  /** Returns a text of {@link #row}, or null. */
  public @Nullable String getString(String name) {
    return row().getString(name);
  }

  /** Returns a number of {@link #row}, or another one for null. */
  public long getLongOr(String name, long fallback) {
    return row().getLongOr(name, fallback);
  }

  /** Returns a number of {@link #row}, or another one for null. */
  public double getDoubleOr(String name, double fallback) {
    return row().getDoubleOr(name, fallback);
  }

  /** Returns a value of {@link #row}; empty for null. */
  public Optional<Object> find(String name) {
    return row().find(name);
  }

  /**
   * Returns the key, the attributes and the geometry as text, for logs and debuggers. Long values
   * are cut, and of a geometry of many points only their number is said.
   */
  @Override
  public String toString() {
    if (!isKey && body == NOTHING) {
      return "TableRecord[none]";
    }
    String shown = "TableRecord[key=" + key;
    return isKey ? shown + "]" : shown + ", " + content() + "]";
  }

  private String content() {
    try {
      return row() + ", geometry=" + text(geometry());
    } catch (DamagedStoreException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String text(@Nullable Geometry geometry) {
    if (geometry == null) {
      return "null";
    }
    return geometry.getNumPoints() <= MOST_POINTS
        ? geometry.toText()
        : geometry.getGeometryType() + " of " + geometry.getNumPoints() + " points";
  }

  /** Returns a copy, which stays as it is whatever becomes of the query and the table. */
  public TableRecord copy() {
    if (isKey) {
      return new TableRecord(row.schema()).showKey(rid, key).showDistance(distance);
    }
    ByteBuffer copy = selection == null ? copyOf(body) : selectedBody();
    return new TableRecord(selected.schema()).show(rid, key, copy).showDistance(distance);
  }

  private static ByteBuffer copyOf(ByteBuffer bytes) {
    ByteBuffer copy = ByteBuffer.allocate(bytes.remaining()).order(ByteOrder.LITTLE_ENDIAN);
    return copy.put(0, bytes, bytes.position(), bytes.remaining());
  }

  /** Returns a body with the selected attributes alone. */
  private ByteBuffer selectedBody() {
    ByteBuffer shape = wkb();
    ByteBuffer values = attributes();
    return ByteBuffer.allocate(Integer.BYTES + shape.remaining() + values.remaining())
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(shape.remaining())
        .put(shape)
        .put(values.duplicate())
        .flip();
  }
}
