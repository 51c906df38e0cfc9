package org.flashgrove.access.scan;

import org.flashgrove.indexes.bplus.LeafCursor;

/** RIDs of a range of keys in the order of keys, read leaf by leaf. */
final class KeyRids implements RidSource {
  private final LeafCursor cursor;
  private int at;

  KeyRids(LeafCursor cursor) {
    this.cursor = cursor;
  }

  @Override
  public long next() {
    while (at == cursor.count()) {
      at = 0;
      if (!cursor.nextLeaf()) {
        return END;
      }
    }
    return cursor.value(at++);
  }

  @Override
  public void close() {
    // its reader is the snapshot's
  }
}
