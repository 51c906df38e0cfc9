package org.flashgrove.access.scan;

import java.util.Arrays;
import java.util.BitSet;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.storage.heap.PageAccess;
import org.jspecify.annotations.Nullable;

/**
 * Counts the cost of one scan, and ends the scan on a timeout or a cancellation. It needs two bits
 * of memory for each record page, in parts that are allocated when one of their pages is accessed.
 */
final class ScanMeter implements PageAccess {
  /** Number of consecutive record pages whose bits are allocated together. */
  private static final int PART_PAGES = 2048;

  /**
   * Two bits for each record page: one is set when the scan uses the page, the next when the scan
   * reads it from the device. An element covers {@value #PART_PAGES} pages. It is null before the
   * scan uses one of them.
   */
  private @Nullable BitSet[] parts = {};

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
