package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.failure.MissingIndexException;
import org.flashgrove.storage.heap.HeapFile;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Base class of {@link Table} with the methods that read, check or change one record. Each change
 * has its own commit.
 */
abstract class TableChanges {
  /** Returns the heap file with the records. */
  abstract HeapFile heap();

  abstract Schema schema();

  /** Returns the indices at this moment as an unmodifiable list, in the order of their names. */
  public abstract List<TableIndex> indices();

  /** Begins a batch of changes that commit together. The caller closes the batch. */
  public abstract TableBatch begin();

  /** Returns a snapshot of the table at the newest commit. The caller closes it. */
  public abstract TableSnapshot snapshot();

  /**
   * Runs a change in a batch of its own, commits the batch and closes it. Only then waits for the
   * sync, so that other threads can commit meanwhile and share the sync.
   */
  private <R> R alone(Function<TableBatch, R> change) {
    TableBatch batch = begin();
    R made;
    try (batch) {
      made = change.apply(batch);
      batch.commitAsync();
    }
    batch.awaitDurable();
    return made;
  }

  /**
   * Inserts a record in its own commit; see {@link TableBatch#insert(long, Geometry, Consumer)}.
   */
  public long insert(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    return alone(batch -> batch.insert(key, geometry, values));
  }

  /**
   * Inserts a record in its own commit; see {@link TableBatch#insert(long, Geometry, ByteBuffer)}.
   */
  public long insert(long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    return alone(batch -> batch.insert(key, geometry, attributes));
  }

  /**
   * Returns a copy of the record with a key at the newest commit.
   *
   * @return null if no record has the key
   * @throws MissingIndexException if the table has no index on the key
   * @throws DuplicateKeyException if several records have the key
   */
  public @Nullable TableRecord get(long key) {
    try (TableSnapshot newest = snapshot()) {
      return newest.get(key);
    }
  }

  /** Updates a record in its own commit; see {@link TableBatch#update(long, Consumer)}. */
  public boolean update(long key, Consumer<RowWriter> values) {
    return alone(batch -> batch.update(key, values));
  }

  /**
   * Updates a record in its own commit; see {@link TableBatch#update(long, Geometry, Consumer)}. A
   * null geometry removes the geometry of the record; {@link #update(long, Consumer)} keeps it.
   */
  public boolean update(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    return alone(batch -> batch.update(key, geometry, values));
  }

  /**
   * Inserts or updates a record in its own commit; see {@link TableBatch#upsert}. A null geometry
   * removes the geometry of an existing record.
   */
  public boolean upsert(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    return alone(batch -> batch.upsert(key, geometry, values));
  }

  /** Deletes a record in its own commit; see {@link TableBatch#delete}. */
  public boolean delete(long key) {
    return alone(batch -> batch.delete(key));
  }

  /**
   * Rejects a geometry that the table cannot store.
   *
   * @param geometry the geometry, or null
   * @throws IllegalArgumentException if the geometry is rejected; the message says what is allowed
   */
  public void requireHoldable(Geometry geometry) {
    RecordChecks.requireHoldable(indices(), geometry);
  }

  /** Returns an object that reads and changes records by RID. Each change has its own commit. */
  public RecordsByRid byRid() {
    return new RecordsByRid(schema(), this::alone, heap()::get);
  }
}
