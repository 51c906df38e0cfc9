package org.flashgrove.access.table;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Changes of a table that commit together, records and entries of all indices: after a crash all of
 * them are there or none, and readers see all or none. Closing without a commit takes them back.
 *
 * <p>It belongs to the thread that began it; other changes of the table wait until it is closed.
 * What it changes is kept in memory: it is made for up to some thousands of changes. After a change
 * that failed for another reason than its arguments the batch can only be closed.
 */
public final class TableBatch implements AutoCloseable {
  private final Table table;
  private final WriteBatch batch;
  private final boolean isWhole;
  private final HeapOperation records;
  private final List<TableIndex> kinds;
  private final List<TableIndex.Changes> indices = new ArrayList<>();
  private final RecordGeometries geometries = new RecordGeometries();
  private final HeapRecord old = new HeapRecord();
  private final IndexedRecord before;
  private final IndexedRecord fresh;
  private final RowWriter writer;
  private PairIndex.@Nullable PairChanges keys;
  private PairIndex.@Nullable PairChanges uniqueKeys;
  private boolean broken;
  private boolean committed;
  private boolean closed;

  /**
   * Changes of a table in a batch.
   *
   * @param isWhole whether they are all that the batch commits, and close it
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
      kinds = table.indices(); // nobody adds or drops one while the batch is open
      records = batch.begin(table.heap());
      for (TableIndex index : kinds) {
        TableIndex.Changes changes = index.begin(batch);
        indices.add(changes);
        if (keys == null && changes instanceof PairIndex.PairChanges && index instanceof KeyIndex) {
          keys = (PairIndex.PairChanges) changes;
        }
        if (index instanceof KeyIndex of && of.structure().isUnique()) {
          uniqueKeys = (PairIndex.PairChanges) changes;
        }
      }
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
      throw new IllegalStateException("the batch is " + state + " (allowed: close)");
    }
  }

  /**
   * Inserts a record with attributes.
   *
   * @param key any number; several records may have the same, unless an index on the key has {@code
   *     unique=on}
   * @param geometry null for none; of at most 64 levels of geometries within each other; Z, M and
   *     SRID are kept, indices and queries look at x and y alone
   * @param values sets values by name; those that it does not set are null
   * @return the record's RID, the same until the record is deleted
   * @throws IllegalArgumentException for a geometry that a record does not keep whole or an index
   *     cannot hold, for an attribute that is not there, of another type, or null where it may not
   *     be; nothing is changed then
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
    table.requireBytes();
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
   * Returns the RID of the record of a key, with this batch's changes.
   *
   * @return {@link RecordLookup#NONE} or {@link RecordLookup#SEVERAL} if it is not one
   * @throws SpecException if the table has no index on the key
   */
  public long find(long key) {
    requireUsable();
    if (keys == null) {
      throw new SpecException(
          "the table has no index on the key (allowed: a table with an index such as key=bplus)");
    }
    return keys.find(key);
  }

  /**
   * Inserts a record, or replaces the one of its key.
   *
   * @param values sets values by name; those that it does not set are null
   * @return the record's RID
   * @throws IllegalArgumentException as {@link #insert(long, Geometry, Consumer)} does, and if
   *     several records have the key
   * @throws SpecException if the table has no index on the key
   */
  public long put(long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    long rid = find(key);
    if (rid == RecordLookup.SEVERAL) {
      throw new IllegalArgumentException(
          "several records have the key " + key + " (allowed: a key of one record, or of none)");
    }
    if (rid == RecordLookup.NONE) {
      return insert(key, geometry, values);
    }
    update(rid, key, geometry, values);
    return rid;
  }

  private void requireNew(long key) {
    if (uniqueKeys != null && uniqueKeys.find(key) != RecordLookup.NONE) {
      throw new IllegalArgumentException(
          "key " + key + " is there already (allowed: another key, or put)");
    }
  }

  private long insert(
      long key, @Nullable Geometry geometry, ByteBuffer wkb, ByteBuffer attributes) {
    requireNew(key);
    @Nullable Envelope bounds = table.validBounds(geometry);
    broken = true; // until it is done
    try {
      long rid = records.insert(key, wkb, attributes);
      fresh.show(rid, key, bounds).row().show(attributes);
      for (TableIndex.Changes index : indices) {
        index.add(fresh);
      }
      broken = false;
      return rid;
    } finally {
      endIfBroken();
    }
  }

  /**
   * Replaces a record; its RID stays.
   *
   * @param values sets values by name; those that it does not set are null
   * @return whether there is such a record
   * @throws IllegalArgumentException as {@link #insert(long, Geometry, Consumer)} does; nothing is
   *     changed then
   */
  public boolean update(
      long rid, long key, @Nullable Geometry geometry, Consumer<RowWriter> values) {
    requireUsable();
    values.accept(writer.clear());
    return replace(rid, key, geometry, writer.row());
  }

  /** Replaces a record of a table whose records have bytes of the application. */
  public boolean update(long rid, long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    requireUsable();
    table.requireBytes();
    return replace(rid, key, geometry, attributes);
  }

  private boolean replace(long rid, long key, @Nullable Geometry geometry, ByteBuffer attributes) {
    if (!records.get(rid, old)) {
      return false;
    }
    ByteBuffer wkb = geometries.wkb(geometry);
    @Nullable Envelope bounds = table.validBounds(geometry);
    replace(rid, key, bounds, wkb, attributes);
    return true;
  }

  /** Replaces the record that {@code old} shows. */
  private void replace(
      long rid, long key, @Nullable Envelope bounds, ByteBuffer wkb, ByteBuffer attributes) {
    if (key != old.id()) {
      requireNew(key);
    }
    before.show(rid, old.id(), RecordGeometries.bounds(geometries.stored(rid, old.wkb())));
    showBefore();
    fresh.show(rid, key, bounds).row().show(attributes);
    broken = true;
    try {
      for (int i = 0; i < indices.size(); i++) {
        if (!kinds.get(i).isSame(before, fresh)) {
          remove(i);
          indices.get(i).add(fresh);
        }
      }
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

  /**
   * Sets some attributes of a record; the others, key and geometry stay as they are.
   *
   * @param values sets values by name
   * @return whether there is such a record
   * @throws IllegalArgumentException as {@link #insert(long, Geometry, Consumer)} does; nothing is
   *     changed then
   */
  public boolean updateAttributes(long rid, Consumer<RowWriter> values) {
    requireUsable();
    if (!records.get(rid, old)) {
      return false;
    }
    before.show(rid, old.id(), null);
    showBefore();
    values.accept(writer.copy(before.row()));
    ByteBuffer wkb = copy(old.wkb());
    @Nullable Envelope bounds = RecordGeometries.bounds(geometries.stored(rid, wkb));
    replace(rid, old.id(), bounds, wkb, writer.row());
    return true;
  }

  /** The record's bytes move as the record does. */
  private static ByteBuffer copy(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return ByteBuffer.wrap(copy);
  }

  /**
   * Replaces the geometry of a record; key and attributes stay as they are.
   *
   * @param geometry null for none
   * @return whether there is such a record
   * @throws IllegalArgumentException for a geometry that is refused; nothing is changed then
   */
  public boolean updateGeometry(long rid, @Nullable Geometry geometry) {
    requireUsable();
    if (!records.get(rid, old)) {
      return false;
    }
    ByteBuffer wkb = geometries.wkb(geometry);
    @Nullable Envelope bounds = table.validBounds(geometry);
    replace(rid, old.id(), bounds, wkb, copy(old.attributes()));
    return true;
  }

  /**
   * Deletes a record. Its RID may be given to a later one.
   *
   * @return whether there was such a record
   */
  public boolean delete(long rid) {
    requireUsable();
    if (!records.get(rid, old)) {
      return false;
    }
    before.show(rid, old.id(), RecordGeometries.bounds(geometries.stored(rid, old.wkb())));
    showBefore();
    broken = true;
    try {
      for (int i = 0; i < indices.size(); i++) {
        remove(i);
      }
      if (!records.delete(rid)) {
        throw lost(rid, "is not where it was");
      }
      broken = false;
      return true;
    } finally {
      endIfBroken();
    }
  }

  /** Half a change is staged: a batch that commits the changes with others' must not, either. */
  private void endIfBroken() {
    if (broken) {
      records.close();
    }
  }

  private void remove(int index) {
    if (!indices.get(index).remove(before)) {
      throw lost(before.rid(), "has no entry in index " + kinds.get(index).name());
    }
  }

  private static DamagedStoreException lost(long rid, String cause) {
    return new DamagedStoreException("nodes.pages", "record " + rid, cause);
  }

  /**
   * Reads a record with this batch's changes.
   *
   * @return whether there is such a record
   */
  public boolean get(long rid, HeapRecord into) {
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
      for (TableIndex.Changes index : indices) {
        index.close();
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
