package org.flashgrove.geoparquet.page;

import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Turns the header and the bytes of a page of one column into a page object of the Parquet library.
 * Checks all sizes before it allocates memory. Not safe for use by several threads.
 */
final class PageDecoder {
  /** Passed as the number of the first row of a page if the number is not needed. */
  static final long NO_ROW = -1;

  private final ParquetFile file;
  private final ColumnDescriptor column;
  private final CompressionCodecName codec;
  private final Statistics<?> noStatistics;

  PageDecoder(ParquetFile file, ColumnDescriptor column, CompressionCodecName codec) {
    this.file = file;
    this.column = column;
    this.codec = codec;
    noStatistics = Statistics.getBuilderForReading(column.getPrimitiveType()).build();
  }

  /** Throws an exception if a size in a page header is negative or too large. */
  void requireSizes(PageHeader header) {
    requireSize(header.getCompressed_page_size());
    requireSize(header.getUncompressed_page_size());
  }

  private void requireSize(int size) {
    int most = ParquetFile.mostPageBytes();
    if (size < 0 || size > most) {
      throw file.damaged(
          place(),
          "a page of " + Integer.toUnsignedString(size) + " bytes",
          "at most "
              + most
              + (most < ParquetFile.MOST_PAGE_BYTES ? ", more with a larger heap, -Xmx" : ""),
          null);
    }
  }

  /**
   * Returns a dictionary page.
   *
   * @param packed array whose end is the compressed page
   * @param from index of the first byte after the page header
   */
  DictionaryPage dictionary(PageHeader header, byte[] packed, int from) {
    byte[] page = unpacked(packed, from, header.getUncompressed_page_size());
    var form = header.getDictionary_page_header();
    int least = leastBytesOfValue();
    boolean isPossible =
        form != null && form.getNum_values() >= 0 && form.getNum_values() <= page.length / least;
    if (!isPossible) {
      throw damaged("a dictionary whose number of values is wrong", null);
    }
    if (column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY) {
      try {
        StatedCounts.requireLengths(page, form.getNum_values());
      } catch (IllegalArgumentException e) {
        throw damaged(e.getMessage(), e);
      }
    }
    return new DictionaryPage(
        BytesInput.from(page), form.getNum_values(), encoding(form.getEncoding()));
  }

  private int leastBytesOfValue() {
    return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
      case INT64, DOUBLE -> Long.BYTES;
      case INT96 -> 12;
      case FIXED_LEN_BYTE_ARRAY -> Math.max(1, column.getPrimitiveType().getTypeLength());
      case BINARY, INT32, FLOAT -> Integer.BYTES; // binary values begin with their length
      case BOOLEAN -> 1;
    };
  }

  /**
   * Returns a data page.
   *
   * @param packed array whose end is the compressed page
   * @param from index of the first byte after the page header
   * @param firstRow number, in the row group, of the first row of the page; or {@link #NO_ROW}
   * @param rows number of rows in the page; ignored if {@code firstRow} is {@link #NO_ROW}
   * @return null if the page is not a data page; readers skip such a page
   */
  DataPage data(PageHeader header, byte[] packed, int from, long firstRow, int rows) {
    if (header.isSetData_page_header()) {
      byte[] page = unpacked(packed, from, header.getUncompressed_page_size());
      return first(header.getData_page_header(), page, firstRow, rows);
    }
    return header.isSetData_page_header_v2()
        ? second(header, header.getData_page_header_v2(), packed, from, firstRow)
        : null;
  }

  /** Returns a copy of a data page whose first row has the number {@code firstRow}. */
  DataPage moved(DataPage page, long firstRow) {
    if (page instanceof DataPageV2 second) {
      return DataPageV2.uncompressed(
          second.getRowCount(),
          second.getNullCount(),
          second.getValueCount(),
          firstRow,
          second.getRepetitionLevels(),
          second.getDefinitionLevels(),
          second.getDataEncoding(),
          second.getData(),
          noStatistics);
    }
    DataPageV1 first = (DataPageV1) page;
    return new DataPageV1(
        first.getBytes(),
        first.getValueCount(),
        first.getUncompressedSize(),
        firstRow,
        Integer.MAX_VALUE,
        noStatistics,
        first.getRlEncoding(),
        first.getDlEncoding(),
        first.getValueEncoding());
  }

  /** Returns the number of values of a data page, including nulls. Returns 0 for other pages. */
  int valueCount(PageHeader header) {
    int count =
        header.isSetData_page_header()
            ? header.getData_page_header().getNum_values()
            : header.isSetData_page_header_v2()
                ? header.getData_page_header_v2().getNum_values()
                : 0;
    if (count < 0) {
      throw damaged("a page of a negative number of values", null);
    }
    return count;
  }

  private DataPage first(DataPageHeader form, byte[] unpacked, long firstRow, int rows) {
    int size = unpacked.length;
    BytesInput page = BytesInput.from(unpacked);
    Encoding repetition = encoding(form.getRepetition_level_encoding());
    Encoding definition = encoding(form.getDefinition_level_encoding());
    Encoding values = encoding(form.getEncoding());
    try {
      StatedCounts.require(unpacked, form.getNum_values(), column, repetition, definition, values);
    } catch (IllegalArgumentException e) {
      throw damaged(e.getMessage(), e);
    }
    return firstRow == NO_ROW
        ? new DataPageV1(
            page, form.getNum_values(), size, noStatistics, repetition, definition, values)
        : new DataPageV1(
            page,
            form.getNum_values(),
            size,
            firstRow,
            rows,
            noStatistics,
            repetition,
            definition,
            values);
  }

  private DataPage second(
      PageHeader header, DataPageHeaderV2 form, byte[] packed, int from, long firstRow) {
    int repetition = form.getRepetition_levels_byte_length();
    int definition = form.getDefinition_levels_byte_length();
    int levels = repetition + definition;
    if (repetition < 0 || definition < 0 || levels < 0 || levels > packed.length - from) {
      throw damaged("a page whose levels are longer than the page", null);
    }
    int start = from + levels;
    boolean isPacked = !form.isSetIs_compressed() || form.isIs_compressed();
    byte[] data =
        isPacked
            ? unpacked(packed, start, header.getUncompressed_page_size() - levels)
            : Arrays.copyOfRange(packed, start, packed.length);
    byte[] head = Arrays.copyOfRange(packed, from, start);
    BytesInput repetitions = BytesInput.from(head, 0, repetition);
    BytesInput definitions = BytesInput.from(head, repetition, definition);
    Encoding values = encoding(form.getEncoding());
    requireCounts(form, head, data, values);
    return firstRow == NO_ROW
        ? DataPageV2.uncompressed(
            form.getNum_rows(),
            form.getNum_nulls(),
            form.getNum_values(),
            repetitions,
            definitions,
            values,
            BytesInput.from(data),
            noStatistics)
        : DataPageV2.uncompressed(
            form.getNum_rows(),
            form.getNum_nulls(),
            form.getNum_values(),
            firstRow,
            repetitions,
            definitions,
            values,
            BytesInput.from(data),
            noStatistics);
  }

  private void requireCounts(DataPageHeaderV2 form, byte[] head, byte[] data, Encoding values) {
    int repetition = form.getRepetition_levels_byte_length();
    int levels = repetition + form.getDefinition_levels_byte_length();
    int count = form.getNum_values();
    try {
      StatedCounts.requireLevels(
          Arrays.copyOf(head, repetition), count, column.getMaxRepetitionLevel());
      StatedCounts.requireLevels(
          Arrays.copyOfRange(head, repetition, levels), count, column.getMaxDefinitionLevel());
      StatedCounts.requireValues(data, count, values);
    } catch (IllegalArgumentException e) {
      throw damaged(e.getMessage(), e);
    }
  }

  private byte[] unpacked(byte[] packed, int from, int size) {
    if (size < 0) {
      throw damaged("a page whose levels are longer than the page", null);
    }
    try {
      return PageCodec.decompress(codec, packed, from, size);
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

  /** Returns the position of a problem for messages: the name of the column. */
  String place() {
    return "column " + String.join(".", column.getPath());
  }

  /** Returns an exception for damaged content of the column. */
  RuntimeException damaged(String wrong, Exception cause) {
    return file.damaged(place(), wrong, "a complete Parquet file", cause);
  }
}
