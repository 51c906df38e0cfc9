package org.flashgrove.access.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** Changes of all indices of a table in one batch. Only the batch's thread uses this object. */
final class IndexChanges implements AutoCloseable {
  private final List<TableIndex> indices;
  private final List<TableIndex.Changes> changes = new ArrayList<>();
  private PairIndex.WordPairs.@Nullable WordChanges keys;
  private PairIndex.WordPairs.@Nullable WordChanges uniqueKeys;

  /** True if at least one attribute index is unique. */
  private boolean hasUniqueValues;

  /**
   * Begins changes of indices.
   *
   * @param indices all indices of the table; the table cannot add or drop any until the batch
   *     closes
   */
  IndexChanges(List<TableIndex> indices, WriteBatch batch) {
    this.indices = indices;
    boolean begun = false;
    try {
      for (TableIndex index : indices) {
        begin(index, batch);
      }
      begun = true;
    } finally {
      if (!begun) {
        close();
      }
    }
  }

  private void begin(TableIndex index, WriteBatch batch) {
    TableIndex.Changes begun = index.begin(batch);
    changes.add(begun);
    if (index instanceof KeyIndex of) {
      PairIndex.WordPairs.WordChanges pairs = (PairIndex.WordPairs.WordChanges) begun;
      keys = keys == null ? pairs : keys;
      uniqueKeys = of.isUnique() ? pairs : uniqueKeys;
    }
    hasUniqueValues |= index instanceof AttributeIndex of && of.isUnique();
  }

  /**
   * Returns the RID of the record with this key. Returns {@link RecordLookup#NONE} or {@link
   * RecordLookup#SEVERAL} if there is not exactly one.
   *
   * @throws org.flashgrove.core.failure.MissingIndexException if the table has no index on the key
   */
  long find(long key) {
    if (keys == null) {
      throw TableIndices.noKeys();
    }
    return keys.find(key);
  }

  /** Returns the result of {@link #find(long)} for each key. */
  long[] find(long[] some) {
    return LongStream.of(some).map(this::find).toArray();
  }

  /**
   * Rejects the key of a new record if keys are unique and another record already has this key.
   *
   * @throws DuplicateKeyException if another record has the key
   */
  void requireNew(long key) {
    if (uniqueKeys != null && uniqueKeys.contains(key)) {
      throw new DuplicateKeyException(key, "already exists; use another key, or upsert()");
    }
  }

  /**
   * Rejects a new or changed record if another record has the same value of a unique attribute.
   *
   * @param before the record before the change, or null for a new record
   */
  void requireNewValues(@Nullable IndexedRecord before, IndexedRecord after) {
    for (int i = 0; hasUniqueValues && i < changes.size(); i++) {
      if (indices.get(i) instanceof AttributeIndex index
          && index.isUnique()
          && (before == null || !index.isSame(before, after))) {
        ((PairIndex.PairTree.PairChanges) changes.get(i)).requireNew(after);
      }
    }
  }

  /** Returns whether a change of attributes may violate the uniqueness of an attribute. */
  boolean hasUniqueValues() {
    return hasUniqueValues;
  }

  /**
   * Returns the bounds of a geometry after checking that all indices can store them. Returns null
   * for a null or empty geometry.
   */
  @Nullable Envelope validBounds(@Nullable Geometry geometry) {
    return RecordChecks.validBounds(indices, geometry);
  }

  void add(IndexedRecord record) {
    for (TableIndex.Changes each : changes) {
      each.add(record);
    }
  }

  /** Replaces the entries of a record in those indices whose old and new entries differ. */
  void replace(IndexedRecord before, IndexedRecord after) {
    for (int i = 0; i < changes.size(); i++) {
      if (!indices.get(i).isSame(before, after)) {
        remove(i, before);
        changes.get(i).add(after);
      }
    }
  }

  void remove(IndexedRecord record) {
    for (int i = 0; i < changes.size(); i++) {
      remove(i, record);
    }
  }

  private void remove(int index, IndexedRecord record) {
    if (!changes.get(index).remove(record)) {
      throw record.lost("has no entry in index " + indices.get(index).name());
    }
  }

  @Override
  public void close() {
    changes.forEach(TableIndex.Changes::close);
  }
}
