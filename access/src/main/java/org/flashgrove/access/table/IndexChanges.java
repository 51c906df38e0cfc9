package org.flashgrove.access.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** Changes of all indices of a table in one batch. For the thread of the batch. */
final class IndexChanges implements AutoCloseable {
  private final List<TableIndex> indices;
  private final List<TableIndex.Changes> changes = new ArrayList<>();
  private PairIndex.WordPairs.@Nullable WordChanges keys;
  private PairIndex.WordPairs.@Nullable WordChanges uniqueKeys;

  /** Tells whether an index on an attribute is unique. */
  private boolean hasUniqueValues;

  /**
   * Begins changes of indices.
   *
   * @param indices those of the table, which keeps them while the batch is open
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
   * Returns the RID of the record of a key, {@link RecordLookup#NONE} or {@link
   * RecordLookup#SEVERAL}.
   *
   * @throws org.flashgrove.core.failure.MissingIndexException if no index is on the key
   */
  long find(long key) {
    if (keys == null) {
      throw TableIndices.noKeys();
    }
    return keys.find(key);
  }

  /** Returns what {@link #find(long)} returns for each of some keys. */
  long[] find(long[] some) {
    return LongStream.of(some).map(this::find).toArray();
  }

  /**
   * Refuses the key of a new record that is not unique.
   *
   * @throws DuplicateKeyException if a record has the key and the table has unique keys
   */
  void requireNew(long key) {
    if (uniqueKeys != null && uniqueKeys.find(key) != RecordLookup.NONE) {
      throw new DuplicateKeyException(key, "already exists; use another key, or upsert()");
    }
  }

  /**
   * Refuses a record, or a change of one, by which two would have a value of an attribute that must
   * be unique.
   *
   * @param before the record before the change, or null for a new one
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

  /** Returns the bounds of a geometry that all indices can hold; null if it has none or is null. */
  @Nullable Envelope validBounds(@Nullable Geometry geometry) {
    return RecordChecks.validBounds(indices, geometry);
  }

  /** Adds the entries of a new record. */
  void add(IndexedRecord record) {
    for (TableIndex.Changes each : changes) {
      each.add(record);
    }
  }

  /** Replaces the entries of a record, where they differ. */
  void replace(IndexedRecord before, IndexedRecord after) {
    for (int i = 0; i < changes.size(); i++) {
      if (!indices.get(i).isSame(before, after)) {
        remove(i, before);
        changes.get(i).add(after);
      }
    }
  }

  /** Removes the entries of a record. */
  void remove(IndexedRecord record) {
    for (int i = 0; i < changes.size(); i++) {
      remove(i, record);
    }
  }

  private void remove(int index, IndexedRecord record) {
    if (!changes.get(index).remove(record)) {
      throw new DamagedStoreException(
          "nodes.pages",
          "record " + record.rid(),
          "has no entry in index " + indices.get(index).name());
    }
  }

  @Override
  public void close() {
    changes.forEach(TableIndex.Changes::close);
  }
}
