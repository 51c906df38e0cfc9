package org.flashgrove.geoparquet.page;

import java.nio.ByteBuffer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Reads those pages of one column of a row group that contain chosen rows. Each page must begin
 * with a row. The checksum of each page must be the checksum in the {@link PageTable}. Not safe for
 * use by several threads.
 */
final class ChosenPages implements PageReader {
  private final ParquetFile file;
  private final ColumnDescriptor column;
  private final PageDecoder decoder;
  private final PageTable.Chunk pages;
  private final long valueCount;
  private final long rowCount;
  private final long[] rows;
  private final boolean isPacked;
  private int page;
  private int row;

  /** Last page that was read. Null after {@link #readPage} has returned it twice. */
  private DataPage last;

  /**
   * Creates a reader.
   *
   * @param group the row group
   * @param rows numbers of the chosen rows in the row group, ascending
   * @param packed buffer for compressed pages, which the readers of other columns may share
   */
  ChosenPages(
      ParquetFile file,
      Footer.Group group,
      ColumnDescriptor column,
      PageTable.Chunk pages,
      long[] rows,
      PageBuffer packed) {
    this.file = file;
    this.column = column;
    this.pages = pages;
    rowCount = group.rowCount();
    this.rows = rows;
    Footer.Column chunk = file.chunk(group, column);
    decoder = new PageDecoder(file, column, chunk.codec(), packed);
    isPacked = chunk.codec() != CompressionCodecName.UNCOMPRESSED;
    valueCount = chunk.valueCount();
    page = pages.dictionary() ? 1 : 0;
  }

  @Override
  public long getTotalValueCount() {
    return valueCount;
  }

  @Override
  public DictionaryPage readDictionaryPage() {
    if (!pages.dictionary()) {
      return null;
    }
    ByteBuffer bytes = read(0);
    PageHeader header = skipHeader(bytes);
    return decoder.dictionary(header, bytes);
  }

  /**
   * Returns the next page with chosen rows. After the last such page, returns the same page once
   * more, with row numbers after the end of the row group. This is necessary because Parquet
   * requests another page before it notices that no chosen row is left.
   */
  @Override
  public DataPage readPage() {
    for (; page < pages.offsets().length; page++) {
      long next = page + 1 < pages.offsets().length ? pages.firstRows()[page + 1] : rowCount;
      while (row < rows.length && rows[row] < pages.firstRows()[page]) {
        row++;
      }
      if (row < rows.length && rows[row] < next) {
        last = null; // frees memory for the next page
        last = data(pages.firstRows()[page], next);
        page++;
        return last;
      }
    }
    DataPage again = last;
    last = null;
    return again == null ? null : decoder.moved(again, rowCount);
  }

  private DataPage data(long firstRow, long next) {
    boolean isCached = !file.source().isRemote(); // pages on a server were announced in batches
    long offset = pages.offsets()[page];
    int count = (int) (next - firstRow);
    DataPage cached = isCached ? file.cache().get(offset, column, firstRow, count) : null;
    if (cached != null) {
      return cached;
    }
    if (!isPacked) {
      decoder.fit(pages.sizes()[page]);
    }
    ByteBuffer bytes = read(page);
    PageHeader header = skipHeader(bytes);
    if (isPacked) {
      decoder.fit(header.getUncompressed_page_size());
    }
    DataPage found = decoder.data(header, bytes, firstRow, count);
    if (isCached && found != null) {
      int length = Math.max(PageBuffer.LEAST, decoder.pageLength()); // 0 after detach
      length = Math.max(length, found.getUncompressedSize());
      if (file.cache().put(offset, column, firstRow, count, found, length)) {
        decoder.detach(); // the cache keeps the array of the page
      }
    }
    return found;
  }

  private ByteBuffer read(int at) {
    ByteBuffer bytes = file.page(pages.offsets()[at], pages.sizes()[at], decoder);
    if (PageTable.checksum(bytes) != pages.checksums()[at]) {
      throw file.damaged(
          decoder.place(), "a page that changed after it was indexed", "an unchanged file", null);
    }
    return bytes;
  }

  /** Reads the header of a page. Afterwards the position of the buffer is the end of the header. */
  private PageHeader skipHeader(ByteBuffer bytes) {
    PageHeader header = decoder.header(bytes);
    if (header.getCompressed_page_size() != bytes.remaining()) {
      throw decoder.damaged("a page of another size than its header states", null);
    }
    return header;
  }
}
