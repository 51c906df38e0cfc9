package org.flashgrove.access.scan;

import java.util.BitSet;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.storage.heap.PageAccess;
import org.jspecify.annotations.Nullable;

/**
 * Counts the cost of one scan, and ends the scan on a timeout or a cancellation. It needs two bits
 * of memory for each record page.
 */
final class ScanMeter implements PageAccess {
  private final BitSet used = new BitSet();
  private final BitSet read = new BitSet();
  private final SkipCollector skipped = new SkipCollector();
  private final @Nullable QueryWatch watch;
  private long records;
  private long candidates;
  private long pagesRead;
  private long distinctPages;
  private long rereads;
  private long indexPages;
  private long spilledBytes;

  /**
   * Creates the meter of a scan.
   *
   * @param watch ends the scan on a timeout or a cancellation; null for none
   */
  ScanMeter(@Nullable QueryWatch watch) {
    this.watch = watch;
  }

  /** Throws if the scan was cancelled or has timed out. The caller must not have pinned a page. */
  void check() {
    QueryWatch.check(watch);
  }

  /** Returns a copy of an index query that ends early when this scan is cancelled or times out. */
  EntryQuery watched(EntryQuery query) {
    QueryWatch of = watch;
    return of == null
        ? query
        : query.cancelWhen(
            () -> {
              of.check();
              return false;
            });
  }

  @Override
  public void accessed(long pageId, boolean fromDevice) {
    int page = Math.toIntExact(pageId);
    if (!used.get(page)) {
      used.set(page);
      distinctPages++;
    }
    if (fromDevice) {
      pagesRead++;
      if (read.get(page)) {
        rereads++;
      } else {
        read.set(page);
      }
    }
  }

  void candidate() {
    candidates++;
  }

  void record() {
    records++;
  }

  void skipped(long rid, long key, String reason) {
    skipped.add(rid, key, reason);
  }

  void spilled(long bytes) {
    spilledBytes += bytes;
  }

  ScanStats figures() {
    return new ScanStats(
        records,
        candidates,
        pagesRead,
        distinctPages,
        rereads,
        indexPages,
        spilledBytes,
        skipped.skipped());
  }

  /** Adds to the number of index pages that the scan has read. */
  void indexPages(long pages) {
    indexPages += pages;
  }
}
