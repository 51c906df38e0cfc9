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
 * A record of a table: key, geometry and attributes. Getters decode the geometry and attributes
 * when they are called. A record from a cursor or visitor is valid only until the cursor moves or
 * the visitor returns. A {@link #copy} and the record that {@link Table#get} returns stay valid.
 * For one thread at a time.
 */
public final class TableRecord {
  /** Maximum number of points that {@link #toString} prints. */
  private static final int MOST_POINTS = 8;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private @Nullable RecordGeometries geometries;
  private final Row row;

  /** Writer for the selected attributes, or null if all attributes are selected. */
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

  /** Creates a view without a record. A cursor calls {@code show} for each record. */
  public TableRecord(Schema schema) {
    row = new Row(schema);
    selection = null;
    selected = row;
  }

  /**
   * Creates a view of some attributes.
   *
   * @param schema all attributes of the records
   * @param selection the attributes that the view has
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

  /** Changes this view to another record, and returns this view. */
  public TableRecord show(long shownRid, long shownKey, ByteBuffer shownBody) {
    return show(shownRid, shownKey, shownBody, null);
  }

  /**
   * Changes this view to another record, and returns this view.
   *
   * @param shownBody length of the WKB in four bytes, then the WKB, then the attributes
   * @param shownGeometry the geometry if the caller has decoded it already, or null
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

  /** Changes this view to a record whose geometry and attributes are unknown. Returns this view. */
  public TableRecord showKey(long shownRid, long shownKey) {
    show(shownRid, shownKey, NOTHING);
    isKey = true;
    return this;
  }

  private void requireBody() {
    if (isKey) {
      throw new IllegalStateException(
          "record " + key + ": the query reads its key only; leave out TableQuery.keysOnly");
    }
  }

  /** Sets the distance of the current record, and returns this view. */
  public TableRecord showDistance(double shownDistance) {
    distance = shownDistance;
    return this;
  }

  /**
   * Returns the distance from the geometry of a query for the nearest records. The unit is the unit
   * of the coordinates, or metres with the metric {@code geodesic}.
   *
   * @throws IllegalStateException if no query for the nearest records returned this record
   */
  public double distance() {
    if (Double.isNaN(distance)) {
      throw new IllegalStateException(
          "record " + key + ": has no distance; query with TableQuery.nearest");
    }
    return distance;
  }

  /**
   * Returns the record's RID, which does not change until the record is deleted. The methods of
   * {@link Table#byRid} take RIDs.
   */
  public long rid() {
    return rid;
  }

  /** Returns the key of the record. */
  public long key() {
    return key;
  }

  /** Returns a new object with the geometry, or null if the record has none. */
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
   * Returns the geometry as little-endian WKB, or no bytes if there is no geometry. The WKB lies
   * between the position and the limit of the buffer. The buffer is a read-only view of the record
   * and is reused for later records.
   */
  public ByteBuffer wkb() {
    view();
    int start = body.position() + Integer.BYTES;
    return wkb.limit(start + body.getInt(body.position())).position(start);
  }

  /**
   * Returns the attributes as the bytes of a row, between the position and the limit of the buffer.
   * If the query selects attributes, the row has only these. In a table without a schema, the bytes
   * are the raw bytes of the application. The buffer is a read-only view of the record and is
   * reused for later records.
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
   * Returns the selected attributes for reading by name. In a table without a schema the row has
   * one attribute, {@code bytes}.
   *
   * @throws DamagedStoreException if the bytes do not match the table's schema
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

  /** Returns the value of a text attribute, or null. */
  public @Nullable String getString(String name) {
    return row().getString(name);
  }

  /** Returns the value of an integer attribute, or {@code fallback} for null. */
  public long getLongOr(String name, long fallback) {
    return row().getLongOr(name, fallback);
  }

  /** Returns the value of a numeric attribute, or {@code fallback} for null. */
  public double getDoubleOr(String name, double fallback) {
    return row().getDoubleOr(name, fallback);
  }

  /** Returns the value of an attribute, or an empty result for null. */
  public Optional<Object> find(String name) {
    return row().find(name);
  }

  /**
   * Returns key, attributes and geometry as text, for logs and debuggers. Long values are
   * shortened. A geometry with many points is shown as its type and number of points.
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

  /** Returns a copy that stays valid after the query and later changes of the table. */
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

  /** Returns a record body that contains only the selected attributes. */
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
