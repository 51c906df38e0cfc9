package org.flashgrove.access.table;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.Laboratory;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.flashgrove.indexes.bulk.BulkOrder;
import org.flashgrove.indexes.bulk.PairLoader;
import org.flashgrove.storage.log.WriteBatch;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/** A B+-tree of pairs (word of a record, RID). */
public abstract sealed class PairIndex extends TableIndex permits KeyIndex, AttributeIndex {
  private final KeyStructure structure;

  PairIndex(String name, KeyStructure structure) {
    super(name, structure);
    this.structure = structure;
  }

  @Override
  public final KeyStructure structure() {
    return structure;
  }

  private BPlusTree tree() {
    return Laboratory.tree(structure);
  }

  /** Returns a cursor over the pairs of a range of words, as {@link KeyStructure#cursor} does. */
  public final LeafCursor cursor(
      TableSnapshot snapshot, long fromWord, long toWord, LongConsumer pages) {
    return structure.cursor(snapshot.structures(), fromWord, toWord, pages);
  }

  /** Returns a cursor as {@link #cursor(TableSnapshot, long, long, LongConsumer)} does, or back. */
  public final LeafCursor cursor(
      TableSnapshot snapshot, long fromWord, long toWord, boolean ascending, LongConsumer pages) {
    return structure.cursor(snapshot.structures(), fromWord, toWord, ascending, pages);
  }

  /** Returns the number of pairs that a snapshot has: of records that have a word. */
  public final long size(TableSnapshot snapshot) {
    return structure.size(snapshot.structures());
  }

  /** The word of a record that has an entry. */
  abstract long word(IndexedRecord record);

  @Override
  final boolean isSame(IndexedRecord one, IndexedRecord other) {
    boolean isIndexed = isIndexed(one);
    return isIndexed == isIndexed(other) && (!isIndexed || word(one) == word(other));
  }

  @Override
  final boolean isEntryOf(IndexedRecord record, long word, @Nullable Envelope bounds) {
    return isIndexed(record) && word(record) == word;
  }

  @Override
  final void requireHoldable(@Nullable Envelope bounds) {
    // it holds words, and any
  }

  @Override
  final void forEach(EntryCheck check) {
    tree().visit(Long.MIN_VALUE, Long.MAX_VALUE, true, (word, rid) -> check.entry(rid, word, null));
  }

  @Override
  final PairChanges begin(WriteBatch batch) {
    return new PairChanges(structure.begin(batch));
  }

  @Override
  final PairChanges begin() {
    return new PairChanges(tree().begin());
  }

  /** Changes of pairs. */
  final class PairChanges implements Changes {
    private final BPlusBatch pairs;

    private PairChanges(BPlusBatch pairs) {
      this.pairs = pairs;
    }

    @Override
    public void add(IndexedRecord record) {
      if (isIndexed(record)) {
        pairs.insert(word(record), record.rid());
      }
    }

    @Override
    public boolean remove(IndexedRecord record) {
      return !isIndexed(record) || pairs.delete(word(record), record.rid());
    }

    /** The RID of a word with these changes, {@link RecordLookup#NONE} or several. */
    long find(long word) {
      return RecordLookup.single(pairs.cursor(word, word));
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
  final Loading load(BulkOrder order, int sortMemoryBytes, Path spillDirectory) {
    PairLoader pairs = tree().loader(1, sortMemoryBytes, spillDirectory);
    if (structure.isUnique()) {
      pairs.requireUnique(
          "key", "has several records; give each its own key, or make the index with unique=off");
    }
    return new Loading() {
      @Override
      public void add(IndexedRecord record) {
        if (isIndexed(record)) {
          pairs.add(word(record), record.rid());
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
