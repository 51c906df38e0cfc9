package org.flashgrove.access.table;

import java.nio.file.Path;
import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.access.structure.Laboratory;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bulk.PairLoader;
import org.flashgrove.storage.log.WriteBatch;

/** Pairs (word of a record, RID). */
final class WordPairs implements PairTree {
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
    return Laboratory.tree(structure);
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
          "has several records; give each its own key, or make the index with unique=off");
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
