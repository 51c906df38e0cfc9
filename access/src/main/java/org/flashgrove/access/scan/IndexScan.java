package org.flashgrove.access.scan;

import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.indexes.bplus.RidSource;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;

/**
 * Index scan: reads the record of each entry in the order of the index, through the cache of the
 * table.
 *
 * <p>With read-ahead, the scan takes the RIDs of several entries and reads their records page by
 * page. It reads ahead at most an eighth of the records that it has returned, so a query that ends
 * early wastes little. Without read-ahead, the scan reads one record at a time. It reads a page
 * again if the cache has evicted it.
 */
final class IndexScan extends SnapshotCursor {
  private static final int SHARE_AHEAD = 8;

  private final RidSource rids;
  private final HeapRecord found = new HeapRecord();
  private final boolean readsAhead;
  private @Nullable RecordBatch batch;
  private long[] next = new long[1];
  private int at;
  private int count;
  private long taken;
  private boolean isLast;

  IndexScan(
      TableSnapshot snapshot,
      boolean closesSnapshot,
      ScanMeter meter,
      RidSource rids,
      boolean readsAhead) {
    super(snapshot, closesSnapshot, meter);
    this.rids = rids;
    this.readsAhead = readsAhead;
  }

  @Override
  @Nullable HeapRecord advance() {
    if (at == count && !take()) {
      return null;
    }
    long rid = next[at++];
    @Nullable HeapRecord record;
    RecordBatch several = batch;
    if (count > 1 && several != null) {
      record = several.show(rid);
    } else {
      record = snapshot.get(rid, found) ? found : null;
    }
    if (record == null) {
      throw missing(rid);
    }
    return record;
  }

  /**
   * Takes the next RIDs from the index. If it takes more than one RID, reads their records
   * together. Returns false if the index has no further RID.
   */
  private boolean take() {
    at = 0;
    count = 0;
    long most = readsAhead ? Math.min(RecordBatch.MOST, 1 + taken / SHARE_AHEAD) : 1;
    if (most > next.length) {
      next = new long[RecordBatch.MOST];
    }
    while (count < most && !isLast) {
      long rid = rids.next();
      isLast = rid == RidSource.END;
      if (!isLast) {
        next[count++] = rid;
      }
    }
    taken += count;
    if (count > 1) {
      batch = batch == null ? new RecordBatch(snapshot, RecordBatch.MOST) : batch;
      batch.read(next, count);
    }
    return count > 0;
  }

  /** Returns the exception for an entry of the index whose record does not exist. */
  static DamagedStoreException missing(long rid) {
    return new DamagedStoreException("nodes.pages", "record " + rid, "is indexed, but not there");
  }

  @Override
  void end() {
    rids.close();
  }
}
