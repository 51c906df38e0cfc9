package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.failure.MissingIndexException;
import org.flashgrove.storage.heap.HeapFile;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/** Reads and changes of single records of a table; each change is a commit of its own. */
abstract class TableChanges {
  /** Returns the file of the records. */
  abstract HeapFile heap();

  /** Begins changes that commit together. Close it. */
  public abstract TableBatch begin();

  /** Returns the table as the newest commit left it. Close it. */
  public abstract TableSnapshot snapshot();

  /**
   * Commits a change. Other threads may change the table while this one waits for the medium, so
   * that one sync serves several callers.
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

  /** Inserts a record by itself; see {@link TableBatch#insert(long, Geometry, Consumer)}. */
  public long insert(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    return alone(batch -> batch.insert(key, geometry, values));
  }

  /** Inserts a record by itself; see {@link TableBatch#insert(long, Geometry, ByteBuffer)}. */
  public long insert(long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    return alone(batch -> batch.insert(key, geometry, attributes));
  }

  /**
   * Returns the record of a key as the newest commit left it.
   *
   * @return null if no record has the key; the record stays as it is
   * @throws MissingIndexException if the table has no index on the key
   * @throws DuplicateKeyException if several records have the key
   */
  public @Nullable TableRecord get(long key) {
    try (TableSnapshot newest = snapshot()) {
      return newest.get(key);
    }
  }

  /** Updates a record in a commit; see {@link TableBatch#update(long, Consumer)}. */
  public boolean update(long key, Consumer<RowWriter> values) {
    return alone(batch -> batch.update(key, values));
  }

  /**
   * Updates a record in a commit; see {@link TableBatch#update(long, Geometry, Consumer)}. A null
   * geometry removes the geometry of the record; {@link #update(long, Consumer)} keeps it.
   */
  public boolean update(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    return alone(batch -> batch.update(key, geometry, values));
  }

  /**
   * Inserts or updates a record in a commit; see {@link TableBatch#upsert}. A null geometry removes
   * the geometry of a record that exists.
   */
  public boolean upsert(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    return alone(batch -> batch.upsert(key, geometry, values));
  }

  /** Deletes a record in a commit; see {@link TableBatch#delete}. */
  public boolean delete(long key) {
    return alone(batch -> batch.delete(key));
  }

  /** Reads and changes records by their RIDs; each change is a commit. */
  public RecordsByRid byRid() {
    return new RecordsByRid(this::alone, heap()::get);
  }
}
