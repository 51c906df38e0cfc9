package org.flashgrove.geoparquet.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;

/**
 * Reads all pages of one column of a row group, one at a time. Not safe for use by several threads.
 */
final class ColumnPages implements PageReader {
  private final ParquetFile file;
  private final PageDecoder decoder;
  private final InputStream bytes;
  private final long valueCount;
  private long valuesLeft;
  private PageHeader next;

  /**
   * Creates a reader.
   *
   * @param packed buffer for compressed pages, which the readers of other columns may share
   */
  ColumnPages(ParquetFile file, Footer.Column chunk, ColumnDescriptor column, PageBuffer packed) {
    this.file = file;
    decoder = new PageDecoder(file, column, chunk.codec(), packed);
    bytes = file.stream(chunk.start(), chunk.size());
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
      try {
        bytes.mark(1);
        if (bytes.read() < 0) {
          return null;
        }
        bytes.reset();
        next = Util.readPageHeader(bytes);
      } catch (IOException | RuntimeException e) {
        throw decoder.damaged("a page header that cannot be read", e);
      }
    }
    return next;
  }

  private ByteBuffer packed(PageHeader header) {
    decoder.requireSizes(header);
    int size = header.getCompressed_page_size();
    try {
      byte[] packed = decoder.room(size);
      if (bytes.readNBytes(packed, 0, size) < size) {
        throw decoder.damaged("a page that is longer than its column", null);
      }
      return ByteBuffer.wrap(packed, 0, size);
    } catch (IOException e) {
      throw new UncheckedIOException(file.name() + ": cannot be read", e);
    }
  }
}
