package org.flashgrove.access.table;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.OrderKey;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.attribute.ValueOrder;
import org.flashgrove.access.structure.IndexStructure;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.ValueStructure;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.indexes.bytekey.KeyBatch;
import org.flashgrove.indexes.bytekey.KeyCursor;
import org.flashgrove.indexes.bytekey.KeyLoader;
import org.flashgrove.indexes.bytekey.KeyRange;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * Index on an attribute of a table: a B+-tree of pairs (attribute value, RID). Records without a
 * value have no entry.
 *
 * <p>There are two forms. An index of whole values stores each value completely. It is used for
 * text, bytes, decimals, timestamps and UUIDs. An index of words stores eight bytes that sort like
 * the value. For the types just listed, different values can have the same eight bytes; for all
 * other types the bytes are exact. If the keys are not exact, the index returns candidates in key
 * order, and the query checks the complete values in their records.
 */
public final class AttributeIndex extends PairIndex {
  private static final int MOST_SHOWN = 40;

  private final Attribute attribute;
  private final Schema schema;
  private @Nullable Position position; // any thread may replace it by an equal one

  /** Position of the attribute in a schema. */
  private record Position(Schema schema, int index) {}

  AttributeIndex(String name, IndexStructure structure, String attribute, Schema schema) {
    super(name, structure);
    this.attribute = schema.attribute(attribute);
    this.schema = schema;
    use(
        structure instanceof ValueStructure values
            ? new ValuePairs(this, values)
            : new WordPairs(this, (KeyStructure) structure));
  }

  /** Returns a schema of the table that has the indexed attribute. It may be an earlier one. */
  public Schema schema() {
    return schema;
  }

  /** Returns the indexed attribute. */
  public Attribute attribute() {
    return attribute;
  }

  /**
   * Returns a cursor over the pairs in a range of whole values. The cursor is positioned before the
   * first leaf.
   *
   * @param pages counter of pages that the cursor reads; {@code pages.accept(n)} reports n more
   * @throws IllegalStateException if the keys are eight-byte words; see {@link #hasWords}
   */
  public KeyCursor cursor(
      TableSnapshot snapshot, KeyRange range, boolean ascending, LongConsumer pages) {
    return values().cursor(snapshot.structures(), range, ascending, pages);
  }

  /**
   * Returns an estimate of the number of pairs in a range of whole values.
   *
   * @param pages counter of page reads; {@code pages.accept(n)} reports n more reads
   * @throws IllegalStateException if the keys are eight-byte words; see {@link #hasWords}
   */
  public long estimate(TableSnapshot snapshot, KeyRange range, LongConsumer pages) {
    return values().estimate(snapshot.structures(), range, pages);
  }

  /**
   * Returns whether keys sort exactly as the attribute values do. If so, two values with the same
   * key are equal.
   */
  public boolean givesOrder(TableSnapshot snapshot) {
    return hasWords() ? attribute.type().hasExactWords() : values().isExact(snapshot.structures());
  }

  private int position(Row row) {
    Position known = position;
    if (known == null || known.schema() != row.schema()) {
      known = new Position(row.schema(), row.schema().require(attribute.name()));
      position = known;
    }
    return known.index();
  }

  @Override
  boolean isIndexed(IndexedRecord record) {
    return !record.row().isNull(position(record.row()));
  }

  @Override
  long word(IndexedRecord record) {
    return record.row().orderWord(position(record.row()));
  }

  /** Stores the key of a record's value in an object, and returns this object. */
  OrderKey key(OrderKey into, IndexedRecord record) {
    return into.set(record.row(), position(record.row()));
  }

  /** Returns whether two records have equal values. Both must have a value. */
  boolean hasEqualValues(IndexedRecord one, IndexedRecord other) {
    return ValueOrder.compare(one.row(), position(one.row()), other.row(), position(other.row()))
        == 0;
  }

  @Override
  String keyName() {
    return "attribute '" + attribute.name() + "'";
  }

  @Override
  DuplicateKeyException repeated(IndexedRecord record) {
    String value = String.valueOf(record.row().value(position(record.row())));
    String shown = value.length() > MOST_SHOWN ? value.substring(0, MOST_SHOWN) + "..." : value;
    return new DuplicateKeyException(
        keyName() + ": another record has the value '" + shown + "'; use another value");
  }

  /** The tree of an index whose keys are whole values. */
  static final class ValuePairs implements PairTree {
    private final AttributeIndex index;
    private final ValueStructure structure;

    ValuePairs(AttributeIndex index, ValueStructure structure) {
      this.index = index;
      this.structure = structure;
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
      byte[] other = entry.key();
      return other != null && Arrays.equals(key.bytes(), 0, length, other, 0, other.length);
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

    /**
     * Rejects a value that is too long for a key of a unique index. The tree would store only the
     * beginning of the value, and could not tell it from other values with this beginning.
     */
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
          pairs.add(key.bytes(), key.length(), record.rid());
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
}
