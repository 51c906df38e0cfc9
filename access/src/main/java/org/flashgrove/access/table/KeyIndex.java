package org.flashgrove.access.table;

import org.flashgrove.access.structure.KeyStructure;
import org.flashgrove.core.failure.DuplicateKeyException;

/** Index on the key of a table: a B+-tree of pairs (key, RID). */
public final class KeyIndex extends PairIndex {
  KeyIndex(String name, KeyStructure structure) {
    super(name, structure);
    use(new WordPairs(this, structure));
  }

  @Override
  boolean isIndexed(IndexedRecord record) {
    return true;
  }

  @Override
  long word(IndexedRecord record) {
    return record.key();
  }

  @Override
  String keyName() {
    return "key";
  }

  @Override
  DuplicateKeyException repeated(IndexedRecord record) {
    return new DuplicateKeyException(record.key(), "already exists; use another key, or upsert()");
  }
}
