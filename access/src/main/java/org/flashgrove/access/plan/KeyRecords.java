package org.flashgrove.access.plan;

import java.nio.ByteBuffer;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.table.KeyIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.indexes.bplus.LeafCursor;

/**
 * Cursor over the keys and RIDs of the records in a range of keys. Reads the index on the key, but
 * no records.
 */
final class KeyRecords implements RecordCursor {
  private final LeafCursor pairs;
  private long pages;
  private long records;
  private int at = -1;

  KeyRecords(
      KeyIndex index, TableSnapshot snapshot, long fromKey, long toKey, boolean isDescending) {
    pairs = index.cursor(snapshot, fromKey, toKey, !isDescending, looked -> pages += looked);
  }

  @Override
  public boolean next() {
    if (at + 1 < pairs.count()) {
      at++;
    } else if (pairs.nextLeaf()) {
      at = 0;
    } else {
      at = -1;
      return false;
    }
    records++;
    return true;
  }

  @Override
  public long rid() {
    return pairs.value(at);
  }

  @Override
  public long key() {
    return pairs.key(at);
  }

  @Override
  public ByteBuffer record() {
    throw new IllegalStateException("the query reads keys only; leave out keysOnly()");
  }

  @Override
  public ScanStats figures() {
    return new ScanStats(records, records, 0, 0, 0, pages, 0);
  }

  @Override
  public void close() {
    // The reader of the index belongs to the snapshot, which closes it.
  }
}
