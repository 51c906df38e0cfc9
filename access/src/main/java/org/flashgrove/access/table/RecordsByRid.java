package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Reads and changes single records of a table by their RIDs, which queries return ({@link
 * TableRecord#rid}). It works without an index on the key, and with keys that several records have.
 *
 * <p>Each change of {@link Table#byRid} is a commit; changes of {@link TableBatch#byRid} belong to
 * the batch.
 */
public final class RecordsByRid {
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

  RecordsByRid(Runner runner, Reader reader) {
    this.runner = runner;
    this.reader = reader;
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
   * Replaces a record; its RID stays.
   *
   * @param values sets values by name; all others become null
   * @return whether the record exists
   * @throws IllegalArgumentException as {@link TableBatch#insert(long, Geometry, Consumer)} does;
   *     nothing is changed then
   */
  public boolean update(
      long rid, long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    return runner.run(batch -> batch.updateAt(rid, key, geometry, values));
  }

  /** Replaces a record of a table whose records have bytes of the application. */
  public boolean update(long rid, long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    return runner.run(batch -> batch.updateAt(rid, key, geometry, attributes));
  }

  /**
   * Sets some attributes of a record; its other attributes, key and geometry stay.
   *
   * @return whether the record exists
   */
  public boolean updateAttributes(long rid, Consumer<RowWriter> values) {
    return runner.run(batch -> batch.updateAttributesAt(rid, values));
  }

  /**
   * Replaces the geometry of a record; its key and attributes stay.
   *
   * @param geometry null for none
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
