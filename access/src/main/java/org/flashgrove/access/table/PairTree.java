package org.flashgrove.access.table;

import java.nio.file.Path;
import org.flashgrove.access.structure.IndexStructure;
import org.flashgrove.storage.log.WriteBatch;

/** B+-tree behind an index of keys: pairs of a record's key, in one form or another, and a RID. */
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
