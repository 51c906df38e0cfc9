package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Bulk load of an empty table. Records are written as whole pages in input order, without going
 * through the page cache or the log. At the end, the entries of each index are sorted and packed.
 * The load is one commit: after a crash the table is empty or full. Closing without a commit leaves
 * the table empty.
 *
 * <p>The loader belongs to the thread that began it. Other changes of the table wait until the
 * loader is closed. The loader needs the chosen sort memory once for each index, and memory for
 * some pages.
 */
public final class TableLoader implements AutoCloseable {
  private final Table table;
  private final WriteBatch batch;
  private final HeapOperation records;
  private final List<TableIndex.Loading> indices = new ArrayList<>();
  private final RecordGeometries geometries = new RecordGeometries();
  private final IndexedRecord shown;
  private final RowWriter writer;

  /**
   * Last schema that {@link #appendWkb(long, ByteBuffer, RowWriter)} compared with the table's
   * schema and found equal.
   */
  private @Nullable Schema known;

  private boolean broken;
  private boolean committed;
  private boolean closed;

  /** Begins a load in a batch. The loader closes the batch, even if this constructor fails. */
  TableLoader(Table table, LoadOptions options, WriteBatch batch) {
    this.table = table;
    this.batch = batch;
    shown = new IndexedRecord(table);
    writer = new RowWriter(table.schema());
    boolean begun = false;
    try {
      if (table.size() > 0) {
        throw new IllegalStateException(
            "bulk load: the table has " + table.size() + " records; load into an empty table");
      }
      for (TableIndex index : table.indices()) {
        indices.add(index.load(options));
      }
      records = batch.begin(table.heap());
      records.beginLoad();
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
      throw new IllegalStateException(
          "bulk load: is " + state + "; close it and begin another load");
    }
  }

  /**
   * Appends a record with attributes.
   *
   * @param geometry the geometry, or null; same limits as {@link TableBatch#insert(long, Geometry,
   *     Consumer)}
   * @param values sets attributes by name; attributes that it does not set are null
   * @return the record's RID, which is larger than the RIDs of all records appended before
   * @throws IllegalArgumentException as {@link TableBatch#insert(long, Geometry, Consumer)} does
   */
  public long append(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    requireUsable();
    values.accept(writer.clear());
    ByteBuffer wkb = geometries.wkb(geometry);
    return append(key, RecordGeometries.bounds(geometry), wkb, shown(writer.row()));
  }

  /**
   * Appends a record to a table without a schema, whose records have raw bytes.
   *
   * @throws IllegalArgumentException if the geometry cannot be stored, or the table has a schema
   */
  public long append(long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    requireUsable();
    RecordChecks.requireBytes(table.schema());
    ByteBuffer wkb = geometries.wkb(geometry);
    return append(key, RecordGeometries.bounds(geometry), wkb, shown(attributes));
  }

  /**
   * Appends a record in stored form: the geometry as WKB and the attributes as bytes of a row.
   *
   * @param wkb WKB of the geometry, or no bytes for a record without a geometry
   * @param attributes row of this schema or of an earlier version of it; any bytes in a table
   *     without a schema
   * @throws IllegalArgumentException if the WKB or the row is malformed
   */
  public long appendWkb(long key, ByteBuffer wkb, ByteBuffer attributes) {
    shown.row().show(attributes).requireSound();
    return append(key, bounds(wkb), wkb, attributes);
  }

  /**
   * Appends a record with its geometry as WKB.
   *
   * @param wkb WKB of the geometry, or no bytes for a record without a geometry
   * @param values attributes of the record
   * @throws IllegalArgumentException if the bytes are not WKB, or the values have another schema
   */
  public long appendWkb(long key, ByteBuffer wkb, RowWriter values) {
    if (values.schema() != known) {
      if (!values.schema().equals(table.schema())) {
        throw new IllegalArgumentException(
            "values: have another schema than the table; create the RowWriter with the table's"
                + " schema");
      }
      known = values.schema();
    }
    return append(key, bounds(wkb), wkb, shown(values.row()));
  }

  /**
   * Passes attributes to the object from which the indices read them, and returns the attributes.
   */
  private ByteBuffer shown(ByteBuffer attributes) {
    shown.row().show(attributes);
    return attributes;
  }

  private @Nullable Envelope bounds(ByteBuffer wkb) {
    Envelope point = RecordGeometries.pointBounds(wkb);
    if (point != null) {
      return point;
    }
    Geometry geometry = geometries.parse(wkb);
    if (geometry != null) {
      GeometryForm.requireFinite("geometry", geometry);
    }
    return RecordGeometries.bounds(geometry);
  }

  /**
   * Appends a record.
   *
   * @param attributes attributes that {@link #shown} returned
   */
  private long append(long key, @Nullable Envelope bounds, ByteBuffer wkb, ByteBuffer attributes) {
    requireUsable();
    if (bounds != null) {
      Rectangles.requireValid(
          bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
    }
    broken = true; // until the record is complete
    long rid = records.append(key, wkb, attributes);
    shown.show(rid, key, bounds);
    for (TableIndex.Loading index : indices) {
      index.add(shown);
    }
    broken = false;
    return rid;
  }

  /** Returns the number of records appended. */
  public long size() {
    requireUsable();
    return records.size();
  }

  /** Packs the indices and commits the load. Afterwards the loader can only be closed. */
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
