package org.flashgrove.geoparquet.page;

import java.nio.ByteBuffer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;

/**
 * Reads all pages of one column of a row group, one at a time. Not safe for use by several threads.
 */
final class ColumnPages implements PageReader {
  private final PageDecoder decoder;
  private final ColumnBytes bytes;
  private final long valueCount;
  private long valuesLeft;
  private PageHeader next;

  /**
   * Creates a reader.
   *
   * @param packed buffer for compressed pages, which the readers of other columns may share
   */
  ColumnPages(ParquetFile file, Footer.Column chunk, ColumnDescriptor column, PageBuffer packed) {
    decoder = new PageDecoder(file, column, chunk.codec(), packed);
    bytes = new ColumnBytes(file.source(), chunk);
    valueCount = chunk.valueCount();
    valuesLeft = valueCount;
  }

  @Override
  public long getTotalValueCount() {
    return valueCount;
  }

  @Override
  public DictionaryPage readDictionaryPage() {
    PageHeader header = peek();
    if (header == null || header.getType() != PageType.DICTIONARY_PAGE) {
      return null;
    }
    next = null;
    return decoder.dictionary(header, packed(header));
  }

  @Override
  public DataPage readPage() {
    while (valuesLeft > 0) {
      PageHeader header = peek();
      if (header == null) {
        throw decoder.damaged("fewer values than the footer states", null);
      }
      next = null;
      ByteBuffer packed = packed(header);
      int count = decoder.valueCount(header);
      if (count > valuesLeft) {
        throw decoder.damaged("more values than the footer states", null);
      }
      valuesLeft -= count;
      DataPage page = decoder.data(header, packed, PageDecoder.NO_ROW, 0);
      if (page != null) {
        return page;
      }
    }
    return null;
  }

  /** Gives up the array of the last data page, so that the page remains valid. */
  void detach() {
    decoder.detach();
  }

  private PageHeader peek() {
    if (next == null) {
      next = bytes.header(decoder);
    }
    return next;
  }

  private ByteBuffer packed(PageHeader header) {
    int size = header.getCompressed_page_size();
    byte[] packed = decoder.room(size);
    if (!bytes.read(packed, size)) {
      throw decoder.damaged("a page that is longer than its column", null);
    }
    return ByteBuffer.wrap(packed, 0, size);
  }
}
