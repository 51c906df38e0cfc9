package org.flashgrove.geotools;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.RecordLookup;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.geotools.api.feature.simple.SimpleFeature;

/** Applies changes of features to their table within a batch. */
final class FeatureBatch implements TableFeatureWriter.Changes {
  private final FeatureTable table;
  private final TableBatch batch;

  /**
   * Changes of this batch that queries cannot see yet, for feature ids that contain no key. Maps
   * each id to the RID of the record that the batch added, or to {@link RecordLookup#NONE} if the
   * batch removed the feature.
   */
  private final Map<String, Long> changedIds = new HashMap<>();

  FeatureBatch(FeatureTable table, TableBatch batch) {
    this.table = table;
    this.batch = batch;
  }

  /** Returns the RID of the record with a feature id, or {@link RecordLookup#NONE}. */
  private long find(String id) {
    long key = table.keyOf(id);
    if (key >= 0) {
      return batch.find(key);
    }
    Long changed = changedIds.get(id);
    if (changed != null) {
      return changed;
    }
    List<Long> found = new ArrayList<>(1);
    TableQuery.of(table.table())
        .where(Filter.equal(FeatureTable.PROVIDED_ID, id))
        .forEach(record -> found.add(record.rid()));
    return found.isEmpty() ? RecordLookup.NONE : found.get(0);
  }

  @Override
  public void add(SimpleFeature feature) throws IOException {
    String id = feature.getID();
    if (find(id) != RecordLookup.NONE && !freeKey(table.keyOf(id))) {
      throw alreadyExists(id);
    }
    table.requireAttributes(feature);
    SimpleFeature fresh = table.ofThisType(feature);
    try {
      long rid =
          batch.insert(
              table.newKeyOf(fresh), table.geometryOf(fresh), row -> table.write(fresh, row));
      remember(id, rid);
    } catch (IllegalArgumentException e) {
      throw new IOException("feature " + id + ": " + e.getMessage(), e);
    }
  }

  /**
   * Frees a key that a feature id contains, if a record of a feature with another id has this key.
   * Moves this record to a new key. Older versions of the library stored features with ids that an
   * application provided under such keys.
   *
   * @return whether a record was moved, so that the key is free
   */
  private boolean freeKey(long key) {
    Map<String, Long> holders = new HashMap<>();
    if (key >= 0) {
      TableQuery.of(table.table())
          .keys(key, key)
          .where(Filter.isNull(FeatureTable.PROVIDED_ID).not())
          .forEach(
              record ->
                  holders.put(record.row().getString(FeatureTable.PROVIDED_ID), record.rid()));
    }
    HeapRecord old = new HeapRecord();
    holders.forEach(
        (id, rid) -> {
          batch.byRid().get(find(id), old);
          ByteBuffer wkb = copy(old.wkb());
          ByteBuffer attributes = copy(old.attributes());
          batch.byRid().delete(find(id));
          remember(id, batch.insertWkb(table.newUnnamedKey(), wkb, attributes));
        });
    return !holders.isEmpty();
  }

  private static ByteBuffer copy(ByteBuffer bytes) {
    return ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
  }

  static IOException alreadyExists(String id) {
    return new IOException("feature " + id + " already exists; give the new feature another id");
  }

  private void remember(String id, long rid) {
    if (table.keyOf(id) < 0) {
      changedIds.put(id, rid);
    }
  }

  /**
   * Changes some attributes of the current version of a feature. Does nothing if the feature was
   * removed.
   */
  @Override
  public void modify(FeatureChange change) throws IOException {
    long rid = find(change.id());
    if (rid == RecordLookup.NONE) {
      return;
    }
    table.requireAttributes(change.id(), change.attributes());
    try {
      if (table.setsGeometry(change)) {
        batch.byRid().updateGeometry(rid, table.geometryOf(change));
      }
      if (table.setsRow(change)) {
        batch.byRid().updateAttributes(rid, row -> table.write(change, row));
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("feature " + change.id() + ": " + e.getMessage(), e);
    }
  }

  /** Removes a feature, if it exists. */
  @Override
  public void remove(String id) {
    long rid = find(id);
    if (rid != RecordLookup.NONE) {
      batch.byRid().delete(rid);
      remember(id, RecordLookup.NONE);
    }
  }
}
