package org.flashgrove.access.scan;

import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;

/**
 * Full table scan. It reads each record page once, in file order with read-ahead. The scan puts
 * pages only into free frames of the cache, so it evicts no other page.
 */
final class FullScan extends SnapshotCursor {
  private final HeapScan scan;

  FullScan(TableSnapshot snapshot, boolean closesSnapshot, ScanMeter meter, int windowPages) {
    super(snapshot, closesSnapshot, meter);
    scan = snapshot.records().scan(windowPages);
  }

  @Override
  @Nullable HeapRecord advance() {
    return scan.next() ? scan.record() : null;
  }

  @Override
  void end() {
    scan.close();
  }
}
