package org.flashgrove.geoparquet.page;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;

/**
 * Cache of the most recently read data pages of one open file. Queries of neighbouring places read
 * the same pages. If each processor has a file open, all caches together fill a small part of the
 * heap. Not safe for use by several threads.
 */
final class PageCache {
  /** Length in bytes of the largest array that is kept. */
  static final int MOST_PAGE_BYTES = 1 << 17;

  private static final long MOST_BYTES = 1 << 24;

  /** Fraction of the heap that pages may fill if each processor has a file open, as a divisor. */
  private static final int HEAP_SHARE = 64;

  /** Estimated memory in bytes of a page without its array. */
  private static final int OBJECT_BYTES = 256;

  /**
   * Page that is kept.
   *
   * @param column column of the page
   * @param firstRow number of the first row of the page in its row group
   * @param rowCount number of rows
   * @param bytes memory of the page
   */
  private record Kept(
      DataPage page, ColumnDescriptor column, long firstRow, int rowCount, int bytes) {}

  private final Map<Long, Kept> pages = new LinkedHashMap<>(16, 0.75f, true);
  private final long mostBytes;
  private long bytes;

  PageCache() {
    this(
        Math.min(
            MOST_BYTES,
            Runtime.getRuntime().maxMemory()
                / HEAP_SHARE
                / Runtime.getRuntime().availableProcessors()));
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
   * @return null if the page is not kept, or if it was read as a page of another column or of other
   *     rows, as can happen with damaged files
   */
  DataPage get(long offset, ColumnDescriptor column, long firstRow, int rowCount) {
    Kept kept = pages.get(offset);
    return kept != null
            && kept.column.equals(column)
            && kept.firstRow == firstRow
            && kept.rowCount == rowCount
        ? kept.page
        : null;
  }

  /**
   * Keeps a page, and drops the pages that were not used for the longest time.
   *
   * @param offset position of the page in the file
   * @param length length of the array of the page
   * @return false if the page is too large to be kept, or a page with this offset is kept
   */
  boolean put(
      long offset,
      ColumnDescriptor column,
      long firstRow,
      int rowCount,
      DataPage page,
      int length) {
    int size = length + OBJECT_BYTES;
    if (length > MOST_PAGE_BYTES || size > mostBytes || pages.containsKey(offset)) {
      return false;
    }
    Iterator<Kept> eldest = pages.values().iterator();
    while (bytes + size > mostBytes) {
      bytes -= eldest.next().bytes;
      eldest.remove();
    }
    pages.put(offset, new Kept(page, column, firstRow, rowCount, size));
    bytes += size;
    return true;
  }
}
