package org.flashgrove.access.table;

import org.flashgrove.storage.log.WriteBatch;

/**
 * Fills an index that cannot be bulk loaded, and that no table has yet, by insertions, some of them
 * in one commit.
 */
final class IndexInsertions implements TableIndex.Loading {
  private static final int TOGETHER = 1_000;

  private final TableIndex index;
  private TableIndex.Changes changes;
  private int pending;

  IndexInsertions(TableIndex index) {
    this.index = index;
    changes = index.begin();
  }

  @Override
  public void add(IndexedRecord record) {
    changes.add(record);
    if (++pending == TOGETHER) {
      changes.commit();
      changes.close();
      changes = index.begin();
      pending = 0;
    }
  }

  @Override
  public void fill(WriteBatch batch) {
    changes.commit();
  }

  @Override
  public void close() {
    changes.close();
  }
}
