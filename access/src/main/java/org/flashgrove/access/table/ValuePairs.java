package org.flashgrove.access.table;

import java.nio.file.Path;
import java.util.Arrays;
import org.flashgrove.access.attribute.OrderKey;
import org.flashgrove.access.structure.ValueStructure;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.bytekey.KeyBatch;
import org.flashgrove.indexes.bytekey.KeyCursor;
import org.flashgrove.indexes.bytekey.KeyLoader;
import org.flashgrove.indexes.bytekey.KeyRange;
import org.flashgrove.storage.log.WriteBatch;

/** Pairs (whole value of an attribute, RID). */
final class ValuePairs implements PairTree {
  private final AttributeIndex index;
  private final ValueStructure structure;

  ValuePairs(AttributeIndex index, ValueStructure structure) {
    this.index = index;
    this.structure = structure;
  }

  @Override
  public ValueStructure structure() {
    return structure;
  }

  private OrderKey newKey() {
    return new OrderKey(structure.mostKeyBytes());
  }

  @Override
  public boolean isUnique() {
    return structure.isUnique();
  }

  @Override
  public long size(TableSnapshot snapshot) {
    return structure.size(snapshot.structures());
  }

  @Override
  public boolean isSame(IndexedRecord one, IndexedRecord other) {
    return index.hasEqualValues(one, other);
  }

  @Override
  public boolean isEntryOf(IndexedRecord record, TableIndex.IndexEntry entry) {
    OrderKey key = index.key(newKey(), record);
    int length = Math.min(key.length(), structure.mostKeyBytes());
    return Arrays.equals(key.bytes(), 0, length, entry.key(), 0, entry.key().length);
  }

  @Override
  public void forEach(TableIndex.EntryCheck check) {
    try (NodeReader newest = structure.newest()) {
      KeyCursor cursor = structure.cursor(newest);
      while (cursor.nextLeaf()) {
        for (int i = 0; i < cursor.count(); i++) {
          check.entry(new TableIndex.IndexEntry(cursor.value(i), 0, null, cursor.key(i)));
        }
      }
    }
  }

  @Override
  public PairChanges begin(WriteBatch batch) {
    return new ValueChanges(structure.begin(batch));
  }

  @Override
  public PairChanges begin() {
    return new ValueChanges(structure.begin());
  }

  /** Refuses a value that the tree cannot keep whole, where that must tell it from others. */
  private void requireWhole(IndexedRecord record, OrderKey key) {
    if (key.length() > structure.mostKeyBytes()) {
      throw new IllegalArgumentException(
          index.keyName()
              + " of record "
              + record.key()
              + " is too long for a unique index; use a value of at most about "
              + structure.mostKeyBytes()
              + " bytes");
    }
  }

  /** Changes of pairs. */
  private final class ValueChanges implements PairChanges {
    private final KeyBatch pairs;
    private final OrderKey key = newKey();

    private ValueChanges(KeyBatch pairs) {
      this.pairs = pairs;
    }

    @Override
    public void add(IndexedRecord record) {
      if (index.isIndexed(record)) {
        index.key(key, record);
        pairs.insert(key.bytes(), key.length(), record.rid());
      }
    }

    @Override
    public boolean remove(IndexedRecord record) {
      if (!index.isIndexed(record)) {
        return true;
      }
      index.key(key, record);
      return pairs.delete(key.bytes(), key.length(), record.rid());
    }

    @Override
    public void requireNew(IndexedRecord record) {
      if (index.isIndexed(record)) {
        requireWhole(record, index.key(key, record));
        byte[] value = key.copy();
        if (pairs.cursor(KeyRange.closed(value, value)).nextLeaf()) {
          throw index.repeated(record);
        }
      }
    }

    @Override
    public void commit() {
      pairs.commit();
    }

    @Override
    public void close() {
      pairs.close();
    }
  }

  @Override
  public TableIndex.Loading load(int sortMemoryBytes, Path spillDirectory) {
    KeyLoader pairs = structure.loader(sortMemoryBytes, spillDirectory);
    if (isUnique()) {
      pairs.requireUnique(
          index.keyName()
              + " has a value of several records; give each its own, or make the index with"
              + " unique=off");
    }
    OrderKey key = newKey();
    return new TableIndex.Loading() {
      @Override
      public void add(IndexedRecord record) {
        if (index.isIndexed(record)) {
          index.key(key, record);
          if (isUnique()) {
            requireWhole(record, key);
          }
          pairs.add(key.bytes(), key.length(), record.rid());
        }
      }

      @Override
      public void fill(WriteBatch batch) {
        structure.load(pairs, batch);
      }

      @Override
      public void close() {
        pairs.close();
      }
    };
  }
}
