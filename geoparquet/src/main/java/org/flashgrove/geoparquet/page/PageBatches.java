package org.flashgrove.geoparquet.page;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;

/**
 * Divides chosen rows of a file on a server into batches. All pages of a batch, in all columns and
 * row groups, are announced to the source of the file together, so that they arrive in one round
 * trip. Not safe for use by several threads.
 */
public final class PageBatches {
  /** Number of bytes at which a batch ends, counted over all pages of the batch. */
  private static final long MOST_BYTES = 1 << 23;

  private final ParquetFile file;
  private final PageTable table;
  private final int[] columns;
  private final long[] rows;
  private final long[] firstRows;
  private long[] offsets = new long[16];
  private int[] sizes = new int[16];
  private int count;

  /**
   * Divides rows into batches.
   *
   * @param schema columns to read, a part of the schema of the file
   * @param table pages of the file
   * @param rows chosen rows, as numbers in the file, ascending
   */
  public PageBatches(ParquetFile file, MessageType schema, PageTable table, long[] rows) {
    this.file = file;
    this.table = table;
    this.rows = rows;
    List<ColumnDescriptor> all = file.schema().getColumns();
    columns = schema.getColumns().stream().mapToInt(all::indexOf).toArray();
    firstRows = new long[file.groupCount() + 1];
    for (int i = 0; i < file.groupCount(); i++) {
      firstRows[i + 1] = firstRows[i] + file.rowCount(i);
    }
  }

  /**
   * Returns whether a file should be read in batches, which is useful only for a file on a server.
   */
  public static boolean isUsefulFor(ParquetFile file) {
    return file.source().isRemote();
  }

  /**
   * Announces the pages of the next batch to the source of the file.
   *
   * @param from index, in the chosen rows, of the first row of the batch
   * @return index after the last row of the batch
   */
  public int next(int from) {
    count = 0;
    long bytes = 0;
    int end = from;
    int group = 0;
    int[] lastPages = new int[columns.length];
    for (int lastGroup = -1; end < rows.length; end++) {
      while (group < file.groupCount() && rows[end] >= firstRows[group + 1]) {
        group++;
      }
      if (group == file.groupCount()) {
        break; // the reader reports this row as missing
      }
      boolean isOpenEnded = group == lastGroup && !table.isAligned(group);
      if (bytes >= MOST_BYTES && !isOpenEnded) {
        break;
      }
      if (group != lastGroup) {
        Arrays.fill(lastPages, -1);
        bytes += beginGroup(group);
        lastGroup = group;
      }
      if (table.isAligned(group)) {
        bytes += addPages(group, rows[end] - firstRows[group], lastPages);
      }
    }
    announce();
    return Math.max(end, from + 1);
  }

  /**
   * Adds the pages that the batch needs for a row group, whatever rows are chosen. These are the
   * dictionaries, or all pages of the row group if some page does not begin with a row. Returns the
   * size of these pages in bytes.
   */
  private long beginGroup(int group) {
    long bytes = 0;
    boolean isAligned = table.isAligned(group);
    for (int column : columns) {
      PageTable.Chunk pages = table.chunk(group, column);
      int whole = isAligned ? (pages.dictionary() ? 1 : 0) : pages.offsets().length;
      for (int page = 0; page < whole; page++) {
        bytes += add(pages, page);
      }
    }
    return bytes;
  }

  private long addPages(int group, long row, int[] lastPages) {
    long bytes = 0;
    for (int i = 0; i < columns.length; i++) {
      PageTable.Chunk pages = table.chunk(group, columns[i]);
      int page = pages.pageOf(row);
      if (page >= 0 && page != lastPages[i]) {
        bytes += add(pages, page);
        lastPages[i] = page;
      }
    }
    return bytes;
  }

  private long add(PageTable.Chunk pages, int page) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      sizes = Arrays.copyOf(sizes, 2 * count);
    }
    offsets[count] = pages.offsets()[page];
    sizes[count++] = pages.sizes()[page];
    return pages.sizes()[page];
  }

  private void announce() {
    int[] order =
        IntStream.range(0, count)
            .boxed()
            .sorted((a, b) -> Long.compare(offsets[a], offsets[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    file.source()
        .announce(
            Arrays.stream(order).mapToLong(each -> offsets[each]).toArray(),
            Arrays.stream(order).map(each -> sizes[each]).toArray());
  }
}
