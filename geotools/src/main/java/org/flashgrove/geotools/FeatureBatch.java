package org.flashgrove.geotools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.query.TableQueries;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.RecordLookup;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.storage.heap.HeapRecord;
import org.geotools.api.feature.simple.SimpleFeature;

/** Changes of features in a batch of their table. */
final class FeatureBatch implements TableFeatureWriter.Changes {
  private final FeatureTable table;
  private final TableBatch batch;

  /** Ids of features added in this batch that are no keys: queries do not see them yet. */
  private final Set<String> addedIds = new HashSet<>();

  FeatureBatch(FeatureTable table, TableBatch batch) {
    this.table = table;
    this.batch = batch;
  }

  /** Returns the record of an id, or {@link RecordLookup#NONE}. */
  private long find(String id) {
    long key = table.keyOf(id);
    if (key >= 0) {
      return batch.find(key);
    }
    List<Long> found = new ArrayList<>(1);
    TableQueries.of(table.table())
        .visit(
            ScanQuery.where(Filter.equal(FeatureTable.PROVIDED_ID, id)),
            record -> found.add(record.rid()));
    return found.isEmpty() ? RecordLookup.NONE : found.get(0);
  }

  @Override
  public void add(SimpleFeature feature) throws IOException {
    boolean isKey = table.keyOf(feature.getID()) >= 0;
    if (!isKey && !addedIds.add(feature.getID()) || find(feature.getID()) != RecordLookup.NONE) {
      throw new IOException(
          "feature " + feature.getID() + " is there already (allowed: an id that none has)");
    }
    try {
      batch.insert(
          table.newKeyOf(feature), table.geometryOf(feature), row -> table.write(feature, row));
    } catch (IllegalArgumentException e) {
      throw new IOException(feature.getID() + ": " + e.getMessage(), e);
    }
  }

  /** Changes a feature; one that is gone stays gone. */
  @Override
  public void modify(SimpleFeature feature) throws IOException {
    long rid = find(feature.getID());
    if (rid == RecordLookup.NONE) {
      return;
    }
    long key = table.keyOf(feature.getID());
    try {
      batch.update(
          rid,
          key < 0 ? keyAt(rid) : key,
          table.geometryOf(feature),
          row -> table.write(feature, row));
    } catch (IllegalArgumentException e) {
      throw new IOException(feature.getID() + ": " + e.getMessage(), e);
    }
  }

  private long keyAt(long rid) {
    HeapRecord record = new HeapRecord();
    batch.get(rid, record);
    return record.id();
  }

  @Override
  public void remove(SimpleFeature feature) {
    remove(feature.getID());
  }

  /** Removes a feature; one that is gone stays gone. */
  void remove(String id) {
    long rid = find(id);
    if (rid != RecordLookup.NONE) {
      batch.delete(rid);
    }
  }
}
