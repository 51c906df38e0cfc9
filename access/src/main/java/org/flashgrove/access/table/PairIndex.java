package org.flashgrove.access.table;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.flashgrove.access.structure.IndexStructure;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.ValueStructure;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.indexes.bulk.PairLoader;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/** A B+-tree that leads from keys to RIDs: from words of records, or from whole values. */
public abstract sealed class PairIndex extends TableIndex permits KeyIndex, AttributeIndex {
  private final IndexStructure structure;

  @SuppressWarnings("NullAway.Init") // the constructors of subclasses set it
  private PairTree tree;

  PairIndex(String name, IndexStructure structure) {
    super(name, structure);
    this.structure = structure;
  }

  /** Sets the tree, which knows this index. */
  final void use(PairTree pairs) {
    tree = pairs;
  }

  @Override
  public final IndexStructure structure() {
    return structure;
  }

  /**
   * Returns the structure of an index of words, which {@link #hasWords}.
   *
   * @throws IllegalStateException if the index is of whole values
   */
  public final KeyStructure words() {
    if (structure instanceof KeyStructure words) {
      return words;
    }
    throw new IllegalStateException("index " + name() + " is of whole values (allowed: of words)");
  }

  /** Returns whether keys are words of eight bytes, not whole values. */
  public final boolean hasWords() {
    return structure instanceof KeyStructure;
  }

  /**
   * Returns the structure of an index of whole values.
   *
   * @throws IllegalStateException if the index {@link #hasWords}
   */
  public final ValueStructure values() {
    if (structure instanceof ValueStructure values) {
      return values;
    }
    throw new IllegalStateException("index " + name() + " is of words (allowed: of whole values)");
  }

  /** Returns whether at most one record has each key. */
  public final boolean isUnique() {
    return tree.isUnique();
  }

  /** Returns a cursor over the pairs of a range of words, as {@link KeyStructure#cursor} does. */
  public final LeafCursor cursor(
      TableSnapshot snapshot, long fromWord, long toWord, LongConsumer pages) {
    return words().cursor(snapshot.structures(), fromWord, toWord, pages);
  }

  /** Returns a cursor over the pairs of a range of words, in ascending or descending order. */
  public final LeafCursor cursor(
      TableSnapshot snapshot, long fromWord, long toWord, boolean ascending, LongConsumer pages) {
    return words().cursor(snapshot.structures(), fromWord, toWord, ascending, pages);
  }

  /** Returns the number of leaves of a range of words, as {@link KeyStructure#leaves} does. */
  public final long leaves(
      TableSnapshot snapshot, long fromWord, long toWord, long most, LongConsumer pages) {
    return words().leaves(snapshot.structures(), fromWord, toWord, most, pages);
  }

  /** Returns the number of pairs that a snapshot has: of records that have a key. */
  public final long size(TableSnapshot snapshot) {
    return tree.size(snapshot);
  }

  /** The word of a record that has an entry. */
  abstract long word(IndexedRecord record);

  /** Returns the name of the key in messages. */
  abstract String keyName();

  /** Returns the error of a record whose key another one has. */
  abstract DuplicateKeyException repeated(IndexedRecord record);

  @Override
  final boolean isSame(IndexedRecord one, IndexedRecord other) {
    boolean isIndexed = isIndexed(one);
    return isIndexed == isIndexed(other) && (!isIndexed || tree.isSame(one, other));
  }

  @Override
  final boolean isEntryOf(IndexedRecord record, IndexEntry entry) {
    return isIndexed(record) && tree.isEntryOf(record, entry);
  }

  @Override
  final void requireHoldable(@Nullable Envelope bounds) {
    // it holds keys, and any
  }

  @Override
  final void forEach(EntryCheck check) {
    tree.forEach(check);
  }

  @Override
  final PairTree.PairChanges begin(WriteBatch batch) {
    return tree.begin(batch);
  }

  @Override
  final PairTree.PairChanges begin() {
    return tree.begin();
  }

  @Override
  final Loading load(BulkOrder order, int sortMemoryBytes, Path spillDirectory) {
    return tree.load(sortMemoryBytes, spillDirectory);
  }

  /**
   * B+-tree behind an index of keys: pairs of a record's key, in one form or another, and a RID.
   */
  interface PairTree {
    /** Returns the structure of the store that the tree is. */
    IndexStructure structure();

    /** Returns whether at most one record has each key. */
    boolean isUnique();

    /** Returns the number of pairs that a snapshot has. */
    long size(TableSnapshot snapshot);

    /** Returns whether two records, which have keys, have the same. */
    boolean isSame(IndexedRecord one, IndexedRecord other);

    /** Returns whether an entry that {@link #forEach} visited is that of a record with a key. */
    boolean isEntryOf(IndexedRecord record, TableIndex.IndexEntry entry);

    /** Visits every entry. */
    void forEach(TableIndex.EntryCheck check);

    /** Begins changes that a batch commits. */
    PairChanges begin(WriteBatch batch);

    /** Begins changes that commit by themselves. */
    PairChanges begin();

    /** Starts filling the tree, which is empty. */
    TableIndex.Loading load(int sortMemoryBytes, Path spillDirectory);

    /** Changes of a tree for those of records. */
    interface PairChanges extends TableIndex.Changes {
      /**
       * Refuses a record whose key another one has, with these changes.
       *
       * @throws org.flashgrove.core.failure.DuplicateKeyException naming the attribute
       */
      void requireNew(IndexedRecord record);
    }
  }

  /** Pairs (word of a record, RID). */
  static final class WordPairs implements PairTree {
    private final PairIndex index;
    private final KeyStructure structure;

    WordPairs(PairIndex index, KeyStructure structure) {
      this.index = index;
      this.structure = structure;
    }

    @Override
    public KeyStructure structure() {
      return structure;
    }

    private BPlusTree tree() {
      return Internals.tree(structure);
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
      return index.word(one) == index.word(other);
    }

    @Override
    public boolean isEntryOf(IndexedRecord record, TableIndex.IndexEntry entry) {
      return index.word(record) == entry.word();
    }

    @Override
    public void forEach(TableIndex.EntryCheck check) {
      tree()
          .visit(
              Long.MIN_VALUE,
              Long.MAX_VALUE,
              true,
              (word, rid) -> check.entry(new TableIndex.IndexEntry(rid, word, null, null)));
    }

    @Override
    public WordChanges begin(WriteBatch batch) {
      return new WordChanges(structure.begin(batch));
    }

    @Override
    public WordChanges begin() {
      return new WordChanges(tree().begin());
    }

    /** Changes of pairs. */
    final class WordChanges implements PairChanges {
      private final BPlusBatch pairs;

      private WordChanges(BPlusBatch pairs) {
        this.pairs = pairs;
      }

      @Override
      public void add(IndexedRecord record) {
        if (index.isIndexed(record)) {
          pairs.insert(index.word(record), record.rid());
        }
      }

      @Override
      public boolean remove(IndexedRecord record) {
        return !index.isIndexed(record) || pairs.delete(index.word(record), record.rid());
      }

      /** The RID of a word with these changes, {@link RecordLookup#NONE} or several. */
      long find(long word) {
        return RecordLookup.single(pairs.cursor(word, word));
      }

      @Override
      public void requireNew(IndexedRecord record) {
        if (index.isIndexed(record) && find(index.word(record)) != RecordLookup.NONE) {
          throw index.repeated(record);
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
      PairLoader pairs = tree().loader(1, sortMemoryBytes, spillDirectory);
      if (structure.isUnique()) {
        pairs.requireUnique(
            index.keyName(),
            "has several records; give each its own value, or make the index with unique=off");
      }
      return new TableIndex.Loading() {
        @Override
        public void add(IndexedRecord record) {
          if (index.isIndexed(record)) {
            pairs.add(index.word(record), record.rid());
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
