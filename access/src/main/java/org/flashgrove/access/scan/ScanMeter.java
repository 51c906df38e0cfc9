package org.flashgrove.access.scan;

import java.util.Arrays;
import java.util.BitSet;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.storage.heap.PageAccess;
import org.jspecify.annotations.Nullable;

/**
 * Counts the cost of one scan, and ends the scan on a timeout or a cancellation. A scan of many
 * pages needs two bits of memory for each record page of the table. These bits are allocated in
 * parts, when the scan accesses one of their pages.
 */
final class ScanMeter implements PageAccess {
  /** Maximum number of pages in {@link #few}. */
  private static final int FEW = 16;

  /** Number of consecutive record pages whose bits are allocated together. */
  private static final int PART_PAGES = 2048;

  /**
   * Two bits for each record page: one is set when the scan uses the page, the next when the scan
   * reads it from the device. An element covers {@value #PART_PAGES} pages. It is null before the
   * scan uses one of them.
   */
  private @Nullable BitSet[] parts = {};

  /**
   * Numbers of the first pages that the scan uses, times two, plus one for a page that the scan
   * reads from the device. A scan of more than {@value #FEW} pages uses {@link #parts} instead.
   */
  private int[] few = new int[4];

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

  /** Throws if the scan was cancelled or has timed out. The caller must have no page pinned. */
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
    if (parts.length > 0 || !isNotedInFew(page, fromDevice)) {
      note(page, fromDevice);
    }
  }

  /** Notes an access in {@link #few}. Returns false if the page has no room there. */
  private boolean isNotedInFew(int page, boolean fromDevice) {
    int at = (int) distinctPages - 1;
    while (at >= 0 && few[at] >>> 1 != page) {
      at--;
    }
    if (at < 0) {
      at = (int) distinctPages;
      if (at == FEW) {
        moveToParts();
        return false;
      }
      few = at == few.length ? Arrays.copyOf(few, FEW) : few;
      few[at] = 2 * page;
      distinctPages++;
    }
    if (fromDevice) {
      pagesRead++;
      rereads += few[at] & 1;
      few[at] |= 1;
    }
    return true;
  }

  private void moveToParts() {
    for (int each : few) {
      int page = each >>> 1;
      int bit = 2 * (page % PART_PAGES);
      part(page / PART_PAGES).set(bit, bit + 1 + (each & 1));
    }
  }

  private void note(int page, boolean fromDevice) {
    BitSet bits = part(page / PART_PAGES);
    int bit = 2 * (page % PART_PAGES);
    if (!bits.get(bit)) {
      bits.set(bit);
      distinctPages++;
    }
    if (fromDevice) {
      pagesRead++;
      if (bits.get(bit + 1)) {
        rereads++;
      } else {
        bits.set(bit + 1);
      }
    }
  }

  private BitSet part(int number) {
    if (number >= parts.length) {
      parts = Arrays.copyOf(parts, Math.max(number + 1, 2 * parts.length));
    }
    BitSet part = parts[number];
    if (part == null) {
      part = new BitSet(2 * PART_PAGES);
      parts[number] = part;
    }
    return part;
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
