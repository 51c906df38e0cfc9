package org.flashgrove.access.table;

import org.flashgrove.access.structure.KeyStructure;

/** A B+-tree of pairs (key, RID). */
public final class KeyIndex extends PairIndex {
  KeyIndex(String name, KeyStructure structure) {
    super(name, structure);
  }

  @Override
  boolean isIndexed(IndexedRecord record) {
    return true;
  }

  @Override
  long word(IndexedRecord record) {
    return record.key();
  }
}
