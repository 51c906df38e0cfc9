package org.flashgrove.access.table;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.flashgrove.access.cost.IndexStatistics;
import org.flashgrove.access.structure.IndexStructure;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.access.structure.ValueStructure;
import org.flashgrove.core.failure.DuplicateKeyException;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.flashgrove.indexes.bulk.PairLoader;
import org.flashgrove.indexes.statistics.KeyHistogram;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/**
 * Index of a table on keys or attribute values: a B+-tree of pairs (key, RID). The key is either an
 * eight-byte word that sorts like the value, or the complete value.
 */
public abstract sealed class PairIndex extends TableIndex permits KeyIndex, AttributeIndex {
  /** Maximum number of pages to read for the histogram. */
  private static final int MOST_READ = 32;

  private static final int PAIR_BYTES = 16;
  private static final int CHILD_BYTES = 24;

  private final IndexStructure structure;
  private final IndexStatistics<KeyHistogram> statistics =
      new IndexStatistics<>(KeyHistogram::words, KeyHistogram::of);

  @SuppressWarnings("NullAway.Init") // the constructors of subclasses set it
  private PairTree tree;

  PairIndex(String name, IndexStructure structure) {
    super(name, structure);
    this.structure = structure;
  }

  /**
   * Sets the tree. The constructor of a subclass calls this, because the tree refers to this index.
   */
  final void use(PairTree pairs) {
    tree = pairs;
  }

  @Override
  public final IndexStructure structure() {
    return structure;
  }

  /**
   * Returns the structure of an index whose keys are eight-byte words.
   *
   * @throws IllegalStateException if the keys are whole values; see {@link #hasWords}
   */
  public final KeyStructure words() {
    if (structure instanceof KeyStructure words) {
      return words;
    }
    throw new IllegalStateException(
        "index " + name() + ": its keys are whole values; use values()");
  }

  /**
   * Returns whether the keys are eight-byte words, which sort like the values. Otherwise they are
   * complete values.
   */
  public final boolean hasWords() {
    return structure instanceof KeyStructure;
  }

  /**
   * Returns the structure of an index whose keys are whole values.
   *
   * @throws IllegalStateException if the keys are eight-byte words; see {@link #hasWords}
   */
  public final ValueStructure values() {
    if (structure instanceof ValueStructure values) {
      return values;
    }
    throw new IllegalStateException("index " + name() + ": its keys are words; use words()");
  }

  /** Returns whether no two records may have the same key. */
  public final boolean isUnique() {
    return tree.isUnique();
  }

  /**
   * Returns a cursor over the pairs in a range of eight-byte keys, as {@link KeyStructure#cursor}
   * does.
   */
  public final LeafCursor cursor(
      TableSnapshot snapshot, long fromWord, long toWord, LongConsumer pages) {
    return words().cursor(snapshot.structures(), fromWord, toWord, pages);
  }

  /**
   * Returns a cursor over the pairs in a range of eight-byte keys, in ascending or descending
   * order.
   */
  public final LeafCursor cursor(
      TableSnapshot snapshot, long fromWord, long toWord, boolean ascending, LongConsumer pages) {
    return words().cursor(snapshot.structures(), fromWord, toWord, ascending, pages);
  }

  /**
   * Returns the number of leaves in a range of eight-byte keys, as {@link KeyStructure#leaves}
   * does.
   */
  public final long leaves(
      TableSnapshot snapshot, long fromWord, long toWord, long most, LongConsumer pages) {
    return words().leaves(snapshot.structures(), fromWord, toWord, most, pages);
  }

  @Override
  public final IndexStatistics<KeyHistogram> statistics() {
    return statistics;
  }

  /** {@inheritDoc} An index of whole values has no statistics. */
  @Override
  public final long learn(TableSnapshot snapshot, double cost) {
    long[] read = {0};
    if (hasWords()) {
      long entries = size(snapshot);
      double pages = nodesAbove(snapshot, entries, PAIR_BYTES, CHILD_BYTES);
      statistics.refresh(
          entries,
          Math.min(MOST_READ, pages),
          cost,
          () -> words().histogram(snapshot.structures(), MOST_READ, more -> read[0] += more));
    }
    return read[0];
  }

  @Override
  final long analyze(TableSnapshot snapshot, int mostPages) {
    long[] read = {0};
    if (hasWords()) {
      statistics.read(
          size(snapshot),
          () -> words().histogram(snapshot.structures(), mostPages, more -> read[0] += more));
    }
    return read[0];
  }

  /** Returns the number of pairs at a snapshot. Each record with a key has one pair. */
  public final long size(TableSnapshot snapshot) {
    return tree.size(snapshot);
  }

  /** Returns the eight-byte key of a record that has an entry. */
  abstract long word(IndexedRecord record);

  abstract String keyName();

  /** Returns the exception for a record with a key that another record already has. */
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
    // A B+-tree can store every key, and bounds do not matter to it.
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
  final Loading load(LoadOptions options) {
    return tree.load(options.sortMemoryBytes(), options.spillDirectory());
  }

  /**
   * The B+-tree of an index. It stores keys either as eight-byte words that sort like the values,
   * or as complete values.
   */
  interface PairTree {
    /** Returns whether no two records may have the same key. */
    boolean isUnique();

    long size(TableSnapshot snapshot);

    /** Returns whether two records have the same key. Both must have a key. */
    boolean isSame(IndexedRecord one, IndexedRecord other);

    /**
     * Returns whether an entry that {@link #forEach} visited is the entry of a record. The record
     * must have a key.
     */
    boolean isEntryOf(IndexedRecord record, TableIndex.IndexEntry entry);

    void forEach(TableIndex.EntryCheck check);

    PairChanges begin(WriteBatch batch);

    /** Begins changes that are committed by themselves, outside of any batch. */
    PairChanges begin();

    /** Starts a bulk load of the tree, which must be empty. */
    TableIndex.Loading load(int sortMemoryBytes, Path spillDirectory);

    /** Changes of the tree that follow from changes of records. */
    interface PairChanges extends TableIndex.Changes {
      /**
       * Rejects a record if another record has the same key. Also considers uncommitted changes of
       * this batch.
       *
       * @throws org.flashgrove.core.failure.DuplicateKeyException for such a record; the message
       *     names the attribute
       */
      void requireNew(IndexedRecord record);
    }
  }

  static final class WordPairs implements PairTree {
    private final PairIndex index;
    private final KeyStructure structure;

    WordPairs(PairIndex index, KeyStructure structure) {
      this.index = index;
      this.structure = structure;
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

    final class WordChanges implements PairChanges {
      private final BPlusBatch pairs;

      private WordChanges(BPlusBatch pairs) {
        this.pairs = pairs;
      }

      @Override
      public void add(IndexedRecord record) {
        if (index.isIndexed(record)) {
          pairs.add(index.word(record), record.rid());
        }
      }

      @Override
      public boolean remove(IndexedRecord record) {
        return !index.isIndexed(record) || pairs.delete(index.word(record), record.rid());
      }

      /**
       * Returns the RID of the record whose key is {@code word}. Returns {@link RecordLookup#NONE}
       * or {@link RecordLookup#SEVERAL} if there is not exactly one. Also considers uncommitted
       * changes of this batch.
       */
      long find(long word) {
        return pairs.single(word, RecordLookup.NONE, RecordLookup.SEVERAL);
      }

      boolean contains(long word) {
        return pairs.contains(word);
      }

      @Override
      public void requireNew(IndexedRecord record) {
        if (index.isIndexed(record) && pairs.contains(index.word(record))) {
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
