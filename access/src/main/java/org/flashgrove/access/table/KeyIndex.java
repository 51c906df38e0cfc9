package org.flashgrove.access.table;

import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.flashgrove.access.KeyStructure;
import org.flashgrove.access.Laboratory;
import org.flashgrove.indexes.bplus.BPlusBatch;
import org.flashgrove.indexes.bplus.BPlusTree;
import org.flashgrove.indexes.bplus.LeafCursor;
import org.flashgrove.indexes.bulk.PairLoader;
import org.flashgrove.storage.log.WriteBatch;
import org.locationtech.jts.geom.Envelope;

/** A B+-tree of pairs (key, RID). */
public final class KeyIndex extends TableIndex {
  private final KeyStructure structure;

  KeyIndex(String name, KeyStructure structure) {
    super(name, structure);
    this.structure = structure;
  }

  @Override
  public KeyStructure structure() {
    return structure;
  }

  private BPlusTree tree() {
    return Laboratory.tree(structure);
  }

  /** Returns a cursor over the pairs of a range of keys, as {@link KeyStructure#cursor} does. */
  public LeafCursor cursor(TableSnapshot snapshot, long fromKey, long toKey, LongConsumer pages) {
    return structure.cursor(snapshot.structures(), fromKey, toKey, pages);
  }

  @Override
  void requireHoldable(Envelope bounds) {
    // it holds keys, and any
  }

  @Override
  boolean isIndexed(Envelope bounds) {
    return true;
  }

  @Override
  void forEach(EntryCheck check) {
    tree()
        .visit(
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            true,
            (key, rid) -> {
              check.entry(rid, key, null);
              return true;
            });
  }

  @Override
  Changes begin(WriteBatch batch) {
    BPlusBatch pairs = structure.begin(batch);
    return new Changes() {
      @Override
      public void add(long rid, long key, Envelope bounds) {
        pairs.insert(key, rid);
      }

      @Override
      public boolean remove(long rid, long key, Envelope bounds) {
        return pairs.delete(key, rid);
      }

      @Override
      public void close() {
        pairs.close();
      }
    };
  }

  @Override
  Loading load(int sortMemoryBytes, Path spillDirectory) {
    PairLoader pairs = tree().loader(1, sortMemoryBytes, spillDirectory);
    return new Loading() {
      @Override
      public void add(long rid, long key, Envelope bounds) {
        pairs.add(key, rid);
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
