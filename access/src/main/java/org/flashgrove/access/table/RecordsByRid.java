package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Reads and changes single records of a table by their RIDs, which queries return ({@link
 * TableRecord#rid}). This works even without an index on the key, and even if several records have
 * the same key.
 *
 * <p>Each change through {@link Table#byRid} has its own commit. Changes through {@link
 * TableBatch#byRid} belong to the batch.
 */
public final class RecordsByRid {
  private final Schema schema;
  private final Runner runner;
  private final Reader reader;

  /** Runs a change in a batch. */
  interface Runner {
    <R> R run(Function<TableBatch, R> change);
  }

  /** Reads a record. */
  interface Reader {
    boolean get(long rid, HeapRecord into);
  }

  RecordsByRid(Schema schema, Runner runner, Reader reader) {
    this.schema = schema;
    this.runner = runner;
    this.reader = reader;
  }

  /** Returns a copy of a record, or null if there is none. */
  public @Nullable TableRecord get(long rid) {
    HeapRecord record = new HeapRecord();
    return get(rid, record) ? TableRecord.of(schema, record) : null;
  }

  /**
   * Reads a record.
   *
   * @return whether the record exists
   */
  public boolean get(long rid, HeapRecord into) {
    return reader.get(rid, into);
  }

  /**
   * Replaces a record, which keeps its RID.
   *
   * @param values sets attributes by name; the other attributes become null
   * @return whether the record exists
   * @throws IllegalArgumentException as {@link TableBatch#insert(long, Geometry, Consumer)} does;
   *     in this case nothing changes
   */
  public boolean update(
      long rid, long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    return runner.run(batch -> batch.updateAt(rid, key, geometry, values));
  }

  /** Replaces a record of a table without a schema, whose records have raw bytes. */
  public boolean update(long rid, long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    return runner.run(batch -> batch.updateAt(rid, key, geometry, attributes));
  }

  /**
   * Sets some attributes of a record. The key, the geometry and all other attributes do not change.
   *
   * @return whether the record exists
   */
  public boolean updateAttributes(long rid, Consumer<RowWriter> values) {
    return runner.run(batch -> batch.updateAttributesAt(rid, values));
  }

  /**
   * Replaces the geometry of a record. The key and the attributes do not change.
   *
   * @param geometry the new geometry, or null to remove the geometry
   * @return whether the record exists
   */
  public boolean updateGeometry(long rid, @Nullable Geometry geometry) {
    return runner.run(batch -> batch.updateGeometryAt(rid, geometry));
  }

  /**
   * Deletes a record. A later record may get its RID.
   *
   * @return whether the record existed
   */
  public boolean delete(long rid) {
    return runner.run(batch -> batch.deleteAt(rid));
  }
}
