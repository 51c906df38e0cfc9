package org.flashgrove.access.scan;

import java.util.Arrays;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.indexes.bplus.RidSource;
import org.flashgrove.storage.heap.HeapFetch;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.heap.page.Rid;
import org.jspecify.annotations.Nullable;

/**
 * Sorted index scan (Lee, Lee and Park, section 3.1). RIDs are sorted by page, so each record page
 * is used once, and pages that are not in the cache are read together. Records come in the order of
 * their RIDs, not of keys. If a record continues on another page, because it was moved or is long,
 * that page may be read again.
 */
final class SortedIndexScan extends SnapshotCursor {
  /** Initial size of the arrays, small so that a query for a single record allocates little. */
  private static final int FIRST_ROOM = 8;

  private final RidSource rids;
  private final HeapFetch fetch;
  private final int mostPages;
  private long[] windowPages;

  /** RIDs on the pages of the current window. */
  private long[] windowRids = new long[FIRST_ROOM];

  private int[] pageOf = new int[FIRST_ROOM];
  private int windowCount;
  private int at;
  private long pending = RidSource.END;
  private boolean started;

  /** Creates a scan of sorted RIDs. */
  SortedIndexScan(
      TableSnapshot snapshot,
      boolean closesSnapshot,
      ScanMeter meter,
      RidSource rids,
      ScanConfig config) {
    super(snapshot, closesSnapshot, meter);
    this.rids = rids;
    mostPages = config.windowPages();
    windowPages = new long[Math.min(mostPages, FIRST_ROOM)];
    fetch = snapshot.records().fetch(mostPages);
  }

  @Override
  @Nullable HeapRecord advance() {
    if (at == windowCount && !fillWindow()) {
      return null;
    }
    if (at % HeapFetch.TOUCHED_TOGETHER == 0 && windowCount - at > 1) {
      int to = Math.min(windowCount, at + HeapFetch.TOUCHED_TOGETHER);
      fetch.touch(windowRids, at, to);
    }
    long rid = windowRids[at];
    if (!fetch.show(pageOf[at++], rid)) {
      throw IndexScan.missing(rid);
    }
    return fetch.record();
  }

  /**
   * Takes the RIDs on the next pages, and reads these pages together as a window. Each page is in
   * one window only. Returns false at the end.
   */
  private boolean fillWindow() {
    if (!started) {
      started = true;
      pending = rids.next();
    }
    at = 0;
    windowCount = 0;
    int pages = 0;
    while (pending != RidSource.END) {
      long page = Rid.page(pending);
      if (pages == 0 || windowPages[pages - 1] != page) {
        if (pages == mostPages) {
          break;
        }
        if (pages == windowPages.length) {
          windowPages = Arrays.copyOf(windowPages, Math.min(mostPages, 2 * pages));
        }
        windowPages[pages++] = page;
      }
      add(pending, pages - 1);
      pending = rids.next();
    }
    if (pages > 0) {
      fetch.read(windowPages, pages);
    }
    return pages > 0;
  }

  private void add(long rid, int page) {
    if (windowCount == windowRids.length) {
      windowRids = Arrays.copyOf(windowRids, 2 * windowCount);
      pageOf = Arrays.copyOf(pageOf, 2 * windowCount);
    }
    windowRids[windowCount] = rid;
    pageOf[windowCount++] = page;
  }

  @Override
  void end() {
    rids.close();
  }
}
