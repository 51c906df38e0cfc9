package org.flashgrove.geoparquet.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Reads the pages of one column of a row group, one at a time. Not safe for use by several threads.
 */
final class ColumnPages implements PageReader {
  private final ParquetFile file;
  private final ColumnDescriptor column;
  private final CompressionCodecName codec;
  private final InputStream bytes;
  private final Statistics<?> noStatistics;
  private final long valueCount;
  private long valuesLeft;
  private PageHeader next;

  ColumnPages(ParquetFile file, ColumnChunkMetaData chunk, ColumnDescriptor column) {
    this.file = file;
    this.column = column;
    codec = chunk.getCodec();
    bytes = file.stream(chunk.getStartingPos(), chunk.getTotalSize());
    noStatistics = Statistics.getBuilderForReading(column.getPrimitiveType()).build();
    valueCount = chunk.getValueCount();
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
    byte[] page = unpacked(packed(header), header.getUncompressed_page_size());
    var form = header.getDictionary_page_header();
    if (form == null || form.getNum_values() < 0 || form.getNum_values() > 8L * page.length + 1) {
      throw damaged("a dictionary whose number of values is wrong", null);
    }
    return new DictionaryPage(
        BytesInput.from(page), form.getNum_values(), encoding(form.getEncoding()));
  }

  @Override
  public DataPage readPage() {
    while (valuesLeft > 0) {
      PageHeader header = peek();
      if (header == null) {
        throw damaged("fewer values than the footer states", null);
      }
      next = null;
      byte[] packed = packed(header);
      if (header.isSetData_page_header()) {
        return page(header, header.getData_page_header(), packed);
      }
      if (header.isSetData_page_header_v2()) {
        return page(header, header.getData_page_header_v2(), packed);
      }
    }
    return null;
  }

  private DataPage page(PageHeader header, DataPageHeader form, byte[] packed) {
    take(form.getNum_values());
    int size = header.getUncompressed_page_size();
    return new DataPageV1(
        BytesInput.from(unpacked(packed, size)),
        form.getNum_values(),
        size,
        noStatistics,
        encoding(form.getRepetition_level_encoding()),
        encoding(form.getDefinition_level_encoding()),
        encoding(form.getEncoding()));
  }

  private DataPage page(PageHeader header, DataPageHeaderV2 form, byte[] packed) {
    take(form.getNum_values());
    int repetition = form.getRepetition_levels_byte_length();
    int definition = form.getDefinition_levels_byte_length();
    int levels = repetition + definition;
    if (repetition < 0 || definition < 0 || levels < 0 || levels > packed.length) {
      throw damaged("a page whose levels are longer than the page", null);
    }
    byte[] data = Arrays.copyOfRange(packed, levels, packed.length);
    boolean isPacked = !form.isSetIs_compressed() || form.isIs_compressed();
    if (isPacked) {
      data = unpacked(data, header.getUncompressed_page_size() - levels);
    }
    return DataPageV2.uncompressed(
        form.getNum_rows(),
        form.getNum_nulls(),
        form.getNum_values(),
        BytesInput.from(packed, 0, repetition),
        BytesInput.from(packed, repetition, definition),
        encoding(form.getEncoding()),
        BytesInput.from(data),
        noStatistics);
  }

  private void take(int values) {
    if (values < 0 || values > valuesLeft) {
      throw damaged("more values than the footer states", null);
    }
    valuesLeft -= values;
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
        throw damaged("a page header that cannot be read", e);
      }
    }
    return next;
  }

  private byte[] packed(PageHeader header) {
    int size = header.getCompressed_page_size();
    requireSize(size);
    requireSize(header.getUncompressed_page_size());
    try {
      byte[] packed = bytes.readNBytes(size);
      if (packed.length < size) {
        throw damaged("a page that is longer than its column", null);
      }
      return packed;
    } catch (IOException e) {
      throw new UncheckedIOException(file.name() + ": cannot be read", e);
    }
  }

  private void requireSize(int size) {
    if (size < 0 || size > ParquetFile.MOST_PAGE_BYTES) {
      throw file.damaged(
          "column " + column(),
          "a page of " + Integer.toUnsignedString(size) + " bytes",
          "at most " + ParquetFile.MOST_PAGE_BYTES,
          null);
    }
  }

  private byte[] unpacked(byte[] packed, int size) {
    if (size < 0) {
      throw damaged("a page whose levels are longer than the page", null);
    }
    try {
      return PageCodec.decompress(codec, packed, size);
    } catch (IOException e) {
      throw damaged(e.getMessage(), e);
    }
  }

  private Encoding encoding(org.apache.parquet.format.Encoding encoding) {
    try {
      return Encoding.valueOf(encoding.name());
    } catch (IllegalArgumentException | NullPointerException e) {
      throw damaged("an unknown encoding", e);
    }
  }

  private String column() {
    return String.join(".", column.getPath());
  }

  private RuntimeException damaged(String wrong, Exception cause) {
    return file.damaged("column " + column(), wrong, "a complete Parquet file", cause);
  }
}
