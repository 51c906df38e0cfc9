package org.flashgrove.access.scan;

import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.jspecify.annotations.Nullable;

/**
 * Full table scan: every page of records once, in their order, read ahead; they fill free pages of
 * the cache.
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
