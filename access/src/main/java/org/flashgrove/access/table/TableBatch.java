package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.failure.MissingIndexException;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Changes of a table that commit together, records and entries of all indices. After a crash all of
 * them exist or none, and readers see all or none. Closing without a commit undoes them. After a
 * change that failed for another reason than its arguments the batch can only be closed.
 *
 * <p>A batch belongs to its thread; other changes of the table wait until it is closed. Changes
 * stay in memory: a batch is for some thousands of them.
 */
public final class TableBatch implements AutoCloseable {
  private final Table table;
  private final WriteBatch batch;
  private final boolean isWhole;
  private final HeapOperation records;
  private final IndexChanges indices;
  private final RecordGeometries geometries = new RecordGeometries();
  private final HeapRecord old = new HeapRecord();
  private final IndexedRecord before;
  private final IndexedRecord fresh;
  private final RowWriter writer;
  private boolean broken;
  private boolean committed;
  private boolean closed;

  /**
   * Begins changes of a table in a batch.
   *
   * @param isWhole whether they are all that the batch commits: they close it, also if they cannot
   *     begin
   */
  TableBatch(Table table, WriteBatch batch, boolean isWhole) {
    this.table = table;
    this.batch = batch;
    this.isWhole = isWhole;
    Schema schema = table.schema(); // nobody changes it while the batch is open
    before = new IndexedRecord(schema);
    fresh = new IndexedRecord(schema);
    writer = new RowWriter(schema);
    boolean begun = false;
    try {
      List<TableIndex> present = table.indices(); // they stay while the batch is open
      records = batch.begin(table.heap());
      indices = new IndexChanges(present, batch);
      begun = true;
    } finally {
      if (!begun) {
        close();
      }
    }
  }

  private void requireUsable() {
    if (closed || committed || broken) {
      String state = closed ? "closed" : committed ? "committed" : "broken by a change that failed";
      throw new BatchStateException("the batch is " + state + " (allowed: close)");
    }
  }

  /**
   * Inserts a record with attributes.
   *
   * @param key any number; several records may have the same if the index on the key has {@code
   *     unique=off}, or if there is none
   * @param geometry null for none; of at most 64 levels of geometries within each other; Z, M and
   *     SRID are kept, indices and queries look at x and y alone
   * @param values sets values by name; those that it does not set are null
   * @return the record's RID, the same until the record is deleted
   * @throws IllegalArgumentException for a geometry that a record does not keep whole or an index
   *     cannot hold, for an attribute that is not there, of another type, or null where it may not
   *     be; nothing is changed then
   * @throws DuplicateKeyException if a record has the key and keys are unique
   */
  public long insert(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    requireUsable();
    values.accept(writer.clear());
    return insert(key, geometry, geometries.wkb(geometry), writer.row());
  }

  /**
   * Inserts a record of a table whose records have bytes of the application.
   *
   * @param attributes those bytes, from position to limit, which stay as they are
   * @throws IllegalArgumentException as the other does, and if the table has attributes
   */
  public long insert(long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    requireUsable();
    RecordChecks.requireBytes(table.schema());
    return insert(key, geometry, geometries.wkb(geometry), attributes);
  }

  /**
   * Inserts a record as another one has it: its geometry as WKB, which is kept as it is, with Z, M
   * and SRID if it has them, and the bytes of its attributes.
   *
   * @param wkb no bytes for no geometry
   * @param attributes of a record of this schema, or an earlier version of it
   * @throws IllegalArgumentException if they are none
   */
  public long insertWkb(long key, ByteBuffer wkb, ByteBuffer attributes) {
    requireUsable();
    fresh.row().show(attributes).requireSound();
    Geometry geometry = geometries.parse(wkb);
    if (geometry != null) {
      GeometryForm.requireFinite("geometry", geometry);
    }
    return insert(key, geometry, wkb, attributes);
  }

  /**
   * Copies a record of another table like {@link #insertWkb}, but accepts vertices that are not
   * finite, since older versions stored such geometries.
   */
  public long rescue(long key, ByteBuffer wkb, ByteBuffer attributes) {
    requireUsable();
    fresh.row().show(attributes).requireSound();
    return insert(key, geometries.parse(wkb), wkb, attributes);
  }

  /**
   * Returns the RID of the record of a key, with this batch's changes: {@link RecordLookup#NONE} or
   * {@link RecordLookup#SEVERAL} if it is not one.
   *
   * @throws MissingIndexException if the table has no index on the key
   */
  public long find(long key) {
    requireUsable();
    return indices.find(key);
  }

  /** Finds the record of a key; {@link RecordLookup#NONE} if there is none. */
  private long findOne(long key) {
    return RecordLookup.requireOne(key, find(key));
  }

  /**
   * Returns the record of a key, with this batch's changes; it stays as it is.
   *
   * @return null if no record has the key
   * @throws MissingIndexException if the table has no index on the key
   * @throws DuplicateKeyException if several records have the key
   */
  public @Nullable TableRecord get(long key) {
    long rid = findOne(key);
    HeapRecord found = new HeapRecord();
    return rid != RecordLookup.NONE && records.get(rid, found)
        ? TableRecord.of(table.schema(), found)
        : null;
  }

  /**
   * Reads the pages of the records of some keys together, so that changes of them wait less.
   *
   * @throws MissingIndexException if the table has no index on the key
   */
  public void prefetch(long... keys) {
    requireUsable();
    try (TableSnapshot newest = table.snapshot()) {
      newest.records().prefetch(indices.find(keys));
    }
  }

  /**
   * Sets some attributes of the record of a key; its other attributes and its geometry stay.
   *
   * @param values sets values by name
   * @return whether a record has the key
   * @throws IllegalArgumentException as {@link #insert(long, Geometry, Consumer)} does; nothing is
   *     changed then
   * @throws MissingIndexException if the table has no index on the key
   * @throws DuplicateKeyException if several records have the key
   */
  public boolean update(long key, Consumer<RowWriter> values) {
    long rid = findOne(key);
    return rid != RecordLookup.NONE && updateAttributesAt(rid, values);
  }

  /**
   * Replaces the geometry of the record of a key, and sets some of its attributes, as {@link
   * #update(long, Consumer)} does. To keep the geometry, call that method.
   *
   * @param geometry the new geometry; null removes the geometry that the record has
   */
  public boolean update(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    long rid = findOne(key);
    return rid != RecordLookup.NONE && changeAt(rid, geometry, values);
  }

  /**
   * Inserts a record, or updates the record of its key as {@link #update(long, Geometry, Consumer)}
   * does. Attributes that {@code values} does not set stay as they are; in a new record they are
   * null. To replace all attributes, begin with {@link RowWriter#clear}.
   *
   * @param geometry the geometry of the record from now on; null removes the one that it has
   * @return whether the record is new
   */
  public boolean upsert(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    boolean isNew = !update(key, geometry, values);
    if (isNew) {
      insert(key, geometry, values);
    }
    return isNew;
  }

  /**
   * Deletes the record of a key.
   *
   * @return whether a record had the key
   * @throws MissingIndexException if the table has no index on the key
   * @throws DuplicateKeyException if several records have the key
   */
  public boolean delete(long key) {
    long rid = findOne(key);
    return rid != RecordLookup.NONE && deleteAt(rid);
  }

  /** Reads and changes records by their RIDs, as parts of this batch. */
  public RecordsByRid byRid() {
    return new RecordsByRid(this::run, this::getAt);
  }

  private <R> R run(Function<TableBatch, R> change) {
    return change.apply(this);
  }

  private long insert(
      long key, @Nullable Geometry geometry, ByteBuffer wkb, ByteBuffer attributes) {
    indices.requireNew(key);
    @Nullable Envelope bounds = indices.validBounds(geometry);
    fresh.show(RecordLookup.NONE, key, bounds).row().show(attributes);
    indices.requireNewValues(null, fresh);
    broken = true; // until it is done
    try {
      long rid = records.insert(key, wkb, attributes);
      fresh.show(rid, key, bounds);
      indices.add(fresh);
      broken = false;
      return rid;
    } finally {
      endIfBroken();
    }
  }

  /** Replaces a record, as {@link RecordsByRid} does. */
  boolean updateAt(long rid, long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    requireUsable();
    values.accept(writer.clear());
    return replace(rid, key, geometry, writer.row());
  }

  /** Replaces a record of a table whose records have bytes, as {@link RecordsByRid} does. */
  boolean updateAt(long rid, long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    requireUsable();
    RecordChecks.requireBytes(table.schema());
    return replace(rid, key, geometry, attributes);
  }

  private boolean replace(long rid, long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    if (!records.get(rid, old)) {
      return false;
    }
    ByteBuffer wkb = geometries.wkb(geometry);
    before.show(rid, old.id(), oldBounds(rid));
    replace(key, indices.validBounds(geometry), wkb, attributes);
    return true;
  }

  private @Nullable Envelope oldBounds(long rid) {
    return RecordGeometries.bounds(geometries.stored(rid, old.wkb()));
  }

  /** Replaces the record that {@code old} and {@code before} show. */
  private void replace(long key, @Nullable Envelope bounds, ByteBuffer wkb, ByteBuffer attributes) {
    long rid = before.rid();
    if (key != old.id()) {
      indices.requireNew(key);
    }
    showBefore();
    fresh.show(rid, key, bounds).row().show(attributes);
    indices.requireNewValues(before, fresh);
    broken = true;
    try {
      indices.replace(before, fresh);
      if (!records.update(rid, key, wkb, attributes)) {
        throw lost(rid, "is not where it was");
      }
      broken = false;
    } finally {
      endIfBroken();
    }
  }

  private void showBefore() {
    try {
      before.row().showBody(old.body());
    } catch (IllegalArgumentException e) {
      throw lost(before.rid(), String.valueOf(e.getMessage()));
    }
  }

  /** Sets some attributes of a record, as {@link RecordsByRid} does. */
  boolean updateAttributesAt(long rid, Consumer<RowWriter> values) {
    requireUsable();
    if (!records.get(rid, old)) {
      return false;
    }
    before.show(rid, old.id(), null); // the geometry stays, so that no index needs its bounds
    replace(old.id(), null, old.wkb(), changed(values));
    return true;
  }

  /** Sets the geometry and some attributes of a record. */
  private boolean changeAt(long rid, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    if (!records.get(rid, old)) {
      return false;
    }
    before.show(rid, old.id(), oldBounds(rid));
    ByteBuffer row = changed(values);
    ByteBuffer wkb = geometries.wkb(geometry);
    replace(old.id(), indices.validBounds(geometry), wkb, row);
    return true;
  }

  /** Returns the attributes of the record that {@code old} shows, with some of them set. */
  private ByteBuffer changed(Consumer<RowWriter> values) {
    showBefore();
    values.accept(writer.copy(before.row()));
    return writer.row();
  }

  /** Replaces the geometry of a record, as {@link RecordsByRid} does. */
  boolean updateGeometryAt(long rid, @Nullable Geometry geometry) {
    requireUsable();
    if (!records.get(rid, old)) {
      return false;
    }
    ByteBuffer wkb = geometries.wkb(geometry);
    before.show(rid, old.id(), oldBounds(rid));
    replace(old.id(), indices.validBounds(geometry), wkb, old.attributes());
    return true;
  }

  /** Deletes a record, as {@link RecordsByRid} does. */
  boolean deleteAt(long rid) {
    requireUsable();
    if (!records.get(rid, old)) {
      return false;
    }
    before.show(rid, old.id(), oldBounds(rid));
    showBefore();
    broken = true;
    try {
      indices.remove(before);
      if (!records.delete(rid)) {
        throw lost(rid, "is not where it was");
      }
      broken = false;
      return true;
    } finally {
      endIfBroken();
    }
  }

  /** Closes the records after half a change, so that a batch of the store cannot commit either. */
  private void endIfBroken() {
    if (broken) {
      records.close();
    }
  }

  private static DamagedStoreException lost(long rid, String cause) {
    return new DamagedStoreException("nodes.pages", "record " + rid, cause);
  }

  private boolean getAt(long rid, HeapRecord into) {
    requireUsable();
    return records.get(rid, into);
  }

  /** Number of records with this batch's changes. */
  public long size() {
    requireUsable();
    return records.size();
  }

  /**
   * Commits everything; afterwards the batch can only be closed.
   *
   * @throws IllegalStateException if the changes are a part of a batch of the store
   */
  public void commit() {
    commitAsync();
    batch.awaitDurable();
  }

  /** Commits everything, and leaves it to {@link #awaitDurable} to wait for the medium. */
  void commitAsync() {
    requireUsable();
    if (!isWhole) {
      throw new IllegalStateException("the changes are a part of a batch, which commits them");
    }
    broken = true;
    batch.commitAsync();
    broken = false;
    committed = true;
  }

  /** Waits for the medium if each commit has to; the batch may be closed. */
  void awaitDurable() {
    batch.awaitDurable();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (indices != null) {
        indices.close();
      }
      if (!isWhole && records != null) {
        records.close();
      }
    } finally {
      if (isWhole) {
        batch.close();
      }
    }
  }
}
