package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.RowPatch;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.failure.MissingIndexException;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.heap.WaitingChanges;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Changes of a table that commit together with their index entries. After a crash all changes exist
 * or none, and readers see all or none. Closing without a commit undoes them. If a change fails for
 * a reason other than invalid arguments, the batch can only be closed.
 *
 * <p>A batch belongs to its thread; other changes of the table wait until it is closed. Changes
 * stay in memory, so a batch should have at most some thousands of changes.
 */
public final class TableBatch implements AutoCloseable {
  private final Table table;
  private final WriteBatch batch;
  private final boolean isWhole;
  private final HeapOperation records;
  private final IndexChanges indices;
  private final RecordGeometries geometries = new RecordGeometries();
  private final IndexedRecord before;
  private final IndexedRecord fresh;
  private final RowWriter writer;
  private final WaitingChanges<RowPatch> waiting;
  private boolean broken;
  private boolean committed;
  private boolean closed;

  /**
   * Begins changes of a table in a batch.
   *
   * @param isWhole whether this object owns the batch: if so, it commits the batch, and closes it
   *     even if the constructor fails
   */
  TableBatch(Table table, WriteBatch batch, boolean isWhole) {
    this.table = table;
    this.batch = batch;
    this.isWhole = isWhole;
    before = new IndexedRecord(table); // the schema is constant while the batch is open
    fresh = new IndexedRecord(table);
    writer = new RowWriter(table.schema());
    boolean begun = false;
    try {
      List<TableIndex> present = table.indices(); // constant while the batch is open
      records = batch.begin(table.heap(), this::close);
      indices = new IndexChanges(present, batch);
      waiting = new WaitingChanges<>(table.heap(), this::apply);
      begun = true;
    } finally {
      if (!begun) {
        close();
      }
    }
  }

  private void requireUsable() {
    requireOpen();
    waiting.apply();
  }

  private void requireOpen() {
    if (closed || committed || broken || waiting.hasFailed()) {
      throw BatchStateException.ended(closed, committed);
    }
  }

  /**
   * Inserts a record with attributes.
   *
   * @param key any number. Several records may have the same key, unless an index on the key is
   *     unique.
   * @param geometry the geometry, or null; nested up to 64 levels. Z, M and SRID are stored, but
   *     indices and queries use only x and y.
   * @param values sets attributes by name; attributes that it does not set are null
   * @return the record's RID, which does not change until the record is deleted
   * @throws IllegalArgumentException if the geometry cannot be stored or indexed; or if an
   *     attribute is unknown, of another type, or null without being nullable. In this case nothing
   *     changes.
   * @throws DuplicateKeyException if another record has the key and keys are unique
   */
  public long insert(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    requireUsable();
    values.accept(writer.clear());
    return insert(key, geometry, geometries.wkb(geometry), writer.row());
  }

  /**
   * Inserts a record into a table without a schema, whose records have raw bytes.
   *
   * @param attributes the bytes from position to limit; the call changes neither of them
   * @throws IllegalArgumentException if the geometry cannot be stored, or the table has a schema
   */
  public long insert(long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    requireUsable();
    RecordChecks.requireBytes(table.schema());
    return insert(key, geometry, geometries.wkb(geometry), attributes);
  }

  /**
   * Inserts a record in stored form: the geometry as WKB and the attributes as bytes of a row. The
   * WKB is stored unchanged, including Z, M and SRID.
   *
   * @param wkb WKB of the geometry, or no bytes for a record without a geometry
   * @param attributes row of this schema or of an earlier version of it
   * @throws IllegalArgumentException if the WKB or the row is malformed
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
   * finite, because older versions stored such geometries.
   */
  public long rescue(long key, ByteBuffer wkb, ByteBuffer attributes) {
    requireUsable();
    fresh.row().show(attributes).requireSound();
    return insert(key, geometries.parse(wkb), wkb, attributes);
  }

  /**
   * Returns the RID of the record with a key, including changes of this batch. Returns {@link
   * RecordLookup#NONE} or {@link RecordLookup#SEVERAL} if there is not exactly one.
   *
   * @throws MissingIndexException if the table has no index on the key
   */
  public long find(long key) {
    requireUsable();
    return indices.find(key);
  }

  private long findOne(long key) {
    return RecordLookup.requireOne(key, find(key));
  }

  /**
   * Returns a copy of the record with a key, including changes of this batch.
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
   * Reads the pages of several records together, so that later changes of them wait less for the
   * device.
   *
   * @throws MissingIndexException if the table has no index on the key
   */
  public void prefetch(long... keys) {
    requireUsable();
    table.heap().prefetch(indices.find(keys));
  }

  /**
   * Sets some attributes of the record with a key. Other attributes and the geometry do not change.
   * A record that is not in memory may be read later, together with others. If that record turns
   * out to be damaged or too long, a later call throws, and the batch can only be closed.
   *
   * @param values sets attributes by name
   * @return whether a record has the key
   * @throws IllegalArgumentException as {@link #insert(long, Geometry, Consumer)} does; nothing has
   *     changed then
   * @throws MissingIndexException if the table has no index on the key
   * @throws DuplicateKeyException if several records have the key
   */
  public boolean update(long key, Consumer<RowWriter> values) {
    requireOpen();
    long rid = RecordLookup.requireOne(key, indices.find(key));
    if (isWhole && !indices.hasUniqueValues() && waiting.shouldAdd(rid)) {
      RowPatch patch = RowPatch.of(table.schema(), () -> stored(rid), values);
      requireOpen(); // reading the old values may have failed
      waiting.add(rid, patch, patch.isLong());
      return true;
    }
    return rid != RecordLookup.NONE && updateAttributesAt(rid, values);
  }

  /** Applies a change that waited for the page of its record. */
  private void apply(RowPatch patch, long rid) {
    before.requireThere(updateAttributesAt(rid, patch::applyTo));
  }

  /** Returns the attributes of a record after all changes that wait. */
  private Row stored(long rid) {
    waiting.apply();
    before.requireThere(before.read(records, rid));
    return before.showStored().row();
  }

  /**
   * Replaces the geometry of the record with a key, and sets some of its attributes. To keep the
   * geometry, call {@link #update(long, Consumer)}.
   *
   * @param geometry the new geometry; null removes the geometry of the record
   */
  public boolean update(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    long rid = findOne(key);
    return rid != RecordLookup.NONE && changeAt(rid, geometry, values);
  }

  /**
   * Inserts a record, or updates the existing record as {@link #update(long, Geometry, Consumer)}
   * does. Attributes that {@code values} does not set keep their value; in a new record they are
   * null. To set all other attributes to null, call {@link RowWriter#clear} first.
   *
   * @param geometry the new geometry; null removes the geometry of an existing record
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
   * Deletes the record with a key.
   *
   * @return whether a record had the key
   * @throws MissingIndexException if the table has no index on the key
   * @throws DuplicateKeyException if several records have the key
   */
  public boolean delete(long key) {
    long rid = findOne(key);
    return rid != RecordLookup.NONE && deleteAt(rid);
  }

  /** Returns an object that reads and changes records by RID within this batch. */
  public RecordsByRid byRid() {
    return new RecordsByRid(
        table.schema(), this::run, (rid, into) -> run(own -> own.records.get(rid, into)));
  }

  private <R> R run(Function<TableBatch, R> change) {
    requireUsable();
    return change.apply(this);
  }

  private long insert(
      long key, @Nullable Geometry geometry, ByteBuffer wkb, ByteBuffer attributes) {
    indices.requireNew(key);
    @Nullable Envelope bounds = indices.validBounds(geometry);
    fresh.show(RecordLookup.NONE, key, bounds).row().show(attributes);
    indices.requireNewValues(null, fresh);
    broken = true; // until the change is complete
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

  boolean updateAt(long rid, long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    values.accept(writer.clear());
    return replace(rid, key, geometry, writer.row());
  }

  boolean updateAt(long rid, long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    RecordChecks.requireBytes(table.schema());
    return replace(rid, key, geometry, attributes);
  }

  private boolean replace(long rid, long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    if (!read(rid)) {
      return false;
    }
    ByteBuffer wkb = geometries.wkb(geometry);
    replace(key, indices.validBounds(geometry), wkb, attributes);
    return true;
  }

  /** Sets {@code before} to a record with its bounds. Returns whether the record exists. */
  private boolean read(long rid) {
    boolean there = before.read(records, rid);
    if (there) {
      before.bounds(RecordGeometries.bounds(geometries.stored(rid, before.stored().wkb())));
    }
    return there;
  }

  /** Replaces the record of {@code before}, which must have the record's old bounds. */
  private void replace(long key, @Nullable Envelope bounds, ByteBuffer wkb, ByteBuffer attributes) {
    long rid = before.rid();
    if (key != before.key()) {
      indices.requireNew(key);
    }
    before.showStored();
    fresh.show(rid, key, bounds).row().show(attributes);
    indices.requireNewValues(before, fresh);
    broken = true;
    try {
      indices.replace(before, fresh);
      before.requireThere(records.update(rid, key, wkb, attributes));
      broken = false;
    } finally {
      endIfBroken();
    }
  }

  boolean updateAttributesAt(long rid, Consumer<RowWriter> values) {
    if (!before.read(records, rid)) {
      return false;
    }
    // the geometry does not change, so no index needs its bounds
    replace(before.key(), null, before.stored().wkb(), changed(values));
    return true;
  }

  private boolean changeAt(long rid, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    if (!read(rid)) {
      return false;
    }
    ByteBuffer row = changed(values);
    ByteBuffer wkb = geometries.wkb(geometry);
    replace(before.key(), indices.validBounds(geometry), wkb, row);
    return true;
  }

  private ByteBuffer changed(Consumer<RowWriter> values) {
    values.accept(writer.copy(before.showStored().row()));
    return writer.row();
  }

  boolean updateGeometryAt(long rid, @Nullable Geometry geometry) {
    if (!read(rid)) {
      return false;
    }
    ByteBuffer wkb = geometries.wkb(geometry);
    replace(before.key(), indices.validBounds(geometry), wkb, before.stored().attributes());
    return true;
  }

  boolean deleteAt(long rid) {
    if (!read(rid)) {
      return false;
    }
    before.showStored();
    broken = true;
    try {
      indices.remove(before);
      before.requireThere(records.delete(rid));
      broken = false;
      return true;
    } finally {
      endIfBroken();
    }
  }

  /**
   * Closes the heap operation if a change failed halfway, so that the store's batch cannot commit
   * that change.
   */
  private void endIfBroken() {
    if (broken) {
      records.close();
    }
  }

  /** Returns the number of records, including changes of this batch. */
  public long size() {
    requireUsable();
    return records.size();
  }

  /**
   * Commits all changes. Afterwards the batch can only be closed.
   *
   * @throws IllegalStateException if the changes belong to a batch of the store
   */
  public void commit() {
    commitAsync();
    batch.awaitDurable();
  }

  /** Commits all changes without a sync; {@link #awaitDurable} then waits for the sync. */
  void commitAsync() {
    requireUsable();
    if (!isWhole) {
      throw BatchStateException.part();
    }
    broken = true;
    batch.commitAsync();
    broken = false;
    committed = true;
  }

  /**
   * Waits until the commit is durable, if the sync mode requires that. Works on a closed batch too.
   */
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
