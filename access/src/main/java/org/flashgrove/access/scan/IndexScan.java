package org.flashgrove.access.scan;

import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;

/**
 * Index scan: the record of each entry in the order of entries, one page at a time through the
 * cache of the table; a page that the cache has lost is read again.
 */
final class IndexScan extends SnapshotCursor {
  private final RidSource rids;
  private final HeapRecord found = new HeapRecord();

  IndexScan(TableSnapshot snapshot, boolean closesSnapshot, ScanMeter meter, RidSource rids) {
    super(snapshot, closesSnapshot, meter);
    this.rids = rids;
  }

  @Override
  @Nullable HeapRecord advance() {
    long rid = rids.next();
    if (rid == RidSource.END) {
      return null;
    }
    if (!snapshot.get(rid, found)) {
      throw missing(rid);
    }
    return found;
  }

  /** An entry of the index whose record is not there. */
  static DamagedStoreException missing(long rid) {
    return new DamagedStoreException("nodes.pages", "record " + rid, "is indexed, but not there");
  }

  @Override
  void end() {
    rids.close();
  }
}
