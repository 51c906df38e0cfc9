package org.flashgrove.geoparquet.page;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.parquet.column.page.DataPage;

/**
 * Decompressed pages of a file that queries have read last. Queries of neighbouring places read the
 * same pages. The size is limited to a small part of the heap. Not safe for use by several threads.
 */
final class PageCache {
  /** Size in bytes of the largest page that is kept. */
  private static final int MOST_PAGE_BYTES = 1 << 17;

  private static final long MOST_BYTES = 1 << 24;

  /** Fraction of the heap that the pages may fill, as a divisor. */
  private static final int HEAP_SHARE = 64;

  /**
   * Page that is kept.
   *
   * @param bytes length of the array of the page
   */
  private record Kept(DataPage page, int bytes) {}

  private final Map<Long, Kept> pages = new LinkedHashMap<>(16, 0.75f, true);
  private final long mostBytes;
  private long bytes;

  PageCache() {
    this(Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE));
  }

  /**
   * Creates an empty cache.
   *
   * @param mostBytes limit for the sum of the sizes of all pages
   */
  PageCache(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /**
   * Returns a page.
   *
   * @param offset position of the page in the file
   * @return null if the page is not kept
   */
  DataPage get(long offset) {
    Kept kept = pages.get(offset);
    return kept == null ? null : kept.page;
  }

  /**
   * Keeps a page, and drops the pages that were not used for the longest time.
   *
   * @param offset position of the page in the file
   * @param size length of the array of the page
   * @return false if the page is too large to be kept
   */
  boolean put(long offset, DataPage page, int size) {
    if (size > Math.min(MOST_PAGE_BYTES, mostBytes)) {
      return false;
    }
    Iterator<Kept> eldest = pages.values().iterator();
    while (bytes + size > mostBytes) {
      bytes -= eldest.next().bytes;
      eldest.remove();
    }
    pages.put(offset, new Kept(page, size));
    bytes += size;
    return true;
  }
}
