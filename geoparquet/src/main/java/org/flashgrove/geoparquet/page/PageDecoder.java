package org.flashgrove.geoparquet.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.CorruptDeltaByteArrays;
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

  /** Number of bytes in which a page header is looked for first. */
  static final int USUAL_HEADER_BYTES = 1 << 16;

  /**
   * Maximum size of a page header in bytes. A header is long if its statistics contain long values.
   */
  static final int MOST_HEADER_BYTES = 1 << 22;

  private final ParquetFile file;
  private final ColumnDescriptor column;
  private final CompressionCodecName codec;
  private final PageBuffer packed;
  private final PageBuffer page = new PageBuffer();
  private final HeaderReader headers = new HeaderReader();
  private final Statistics<?> noStatistics;

  /**
   * Creates a decoder.
   *
   * @param packed buffer for compressed pages, which are needed until they are decoded; decoders of
   *     several columns may share it
   */
  PageDecoder(
      ParquetFile file, ColumnDescriptor column, CompressionCodecName codec, PageBuffer packed) {
    this.file = file;
    this.column = column;
    this.codec = codec;
    this.packed = codec == CompressionCodecName.UNCOMPRESSED ? page : packed;
    noStatistics = Statistics.getBuilderForReading(column.getPrimitiveType()).build();
  }

  /**
   * Reads the header of a page. Throws an exception if it is damaged, or if a size in it is
   * negative or too large.
   *
   * @param bytes buffer over an array that begins with the header; afterwards its position is the
   *     end of the header
   */
  PageHeader header(ByteBuffer bytes) {
    PageHeader header = headerIfWhole(bytes);
    if (header == null) {
      throw damaged("a page header that cannot be read in " + bytes.remaining() + " bytes", null);
    }
    return header;
  }

  /** Like {@link #header}, but returns null if the bytes end within the header. */
  PageHeader headerIfWhole(ByteBuffer bytes) {
    PageHeader header;
    try {
      header = headers.read(bytes);
    } catch (IOException | RuntimeException e) {
      throw damaged("a page header that cannot be read", e);
    }
    if (header != null) {
      requireSize(header.getCompressed_page_size());
      requireSize(header.getUncompressed_page_size());
    }
    return header;
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
   * Returns an array for the bytes of a page as they are in the file. The next call may return the
   * same array. After that call, the data page that was decoded from this array must not be used
   * any more.
   *
   * @param size minimum length of the array
   */
  byte[] room(int size) {
    return packed.ofSize(size);
  }

  /**
   * Returns the dictionary of a page.
   *
   * @param bytes the bytes of the page after its header, in the array of {@link #room}
   */
  DictionaryPage dictionary(PageHeader header, ByteBuffer bytes) {
    ByteBuffer unpacked = unpacked(bytes, 0, true, header.getUncompressed_page_size());
    page.detach(); // the values of a dictionary remain in its array
    var form = header.getDictionary_page_header();
    int least = leastBytesOfValue();
    boolean isPossible =
        form != null
            && form.getNum_values() >= 0
            && form.getNum_values() <= unpacked.remaining() / least;
    if (!isPossible) {
      throw damaged("a dictionary whose number of values is wrong", null);
    }
    if (column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY) {
      try {
        StatedCounts.requireLengths(unpacked, form.getNum_values());
      } catch (IllegalArgumentException e) {
        throw damaged(e.getMessage(), e);
      }
    }
    return new DictionaryPage(input(unpacked), form.getNum_values(), encoding(form.getEncoding()));
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
   * @param bytes the bytes of the page after its header, in the array of {@link #room}
   * @param firstRow number of the page's first row in the row group, or {@link #NO_ROW}
   * @param rows number of the page's rows; ignored if {@code firstRow} is {@link #NO_ROW}
   * @return null for a page of another kind, which readers skip
   */
  DataPage data(PageHeader header, ByteBuffer bytes, long firstRow, int rows) {
    if (header.isSetData_page_header()) {
      ByteBuffer unpacked = unpacked(bytes, 0, true, header.getUncompressed_page_size());
      return first(header.getData_page_header(), unpacked, firstRow, rows);
    }
    return header.isSetData_page_header_v2()
        ? second(header, header.getData_page_header_v2(), bytes, firstRow)
        : null;
  }

  /**
   * Returns a copy of a data page. The copy states {@code firstRow} as the number of its first row.
   */
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

  /** Returns the length of the array of the last data page, which may be longer than the page. */
  int pageLength() {
    return page.length();
  }

  /**
   * Gives up the array of the last data page if it is too long to be cached, but an array for the
   * next page need not be. The last data page must not be used any more.
   *
   * @param size size of the next page
   */
  void fit(int size) {
    if (page.length() > PageCache.MOST_PAGE_BYTES && size <= PageCache.MOST_PAGE_BYTES) {
      page.detach();
    }
  }

  /**
   * Gives up the array of the last data page, so that the page remains valid after the next page is
   * decoded.
   */
  void detach() {
    page.detach();
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

  private DataPage first(DataPageHeader form, ByteBuffer unpacked, long firstRow, int rows) {
    int size = unpacked.remaining();
    BytesInput input = input(unpacked);
    Encoding repetition =
        levels(form.getRepetition_level_encoding(), column.getMaxRepetitionLevel());
    Encoding definition =
        levels(form.getDefinition_level_encoding(), column.getMaxDefinitionLevel());
    Encoding values = values(form.getEncoding());
    try {
      StatedCounts.require(unpacked, form.getNum_values(), column, repetition, definition, values);
    } catch (IllegalArgumentException e) {
      throw damaged(e.getMessage(), e);
    }
    return firstRow == NO_ROW
        ? new DataPageV1(
            input, form.getNum_values(), size, noStatistics, repetition, definition, values)
        : new DataPageV1(
            input,
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
      PageHeader header, DataPageHeaderV2 form, ByteBuffer bytes, long firstRow) {
    int repetition = form.getRepetition_levels_byte_length();
    int definition = form.getDefinition_levels_byte_length();
    int levels = repetition + definition;
    if (repetition < 0 || definition < 0 || levels < 0 || levels > bytes.remaining()) {
      throw damaged("a page whose levels are longer than the page", null);
    }
    boolean isPacked = !form.isSetIs_compressed() || form.isIs_compressed();
    int size = isPacked ? header.getUncompressed_page_size() : bytes.remaining();
    ByteBuffer unpacked = unpacked(bytes, levels, isPacked, size);
    int start = unpacked.position();
    ByteBuffer repetitions = part(unpacked, start, start + repetition);
    ByteBuffer definitions = part(unpacked, start + repetition, start + levels);
    ByteBuffer data = part(unpacked, start + levels, unpacked.limit());
    Encoding values = values(form.getEncoding());
    int count = form.getNum_values();
    try {
      StatedCounts.requireLevels(repetitions, count, column.getMaxRepetitionLevel());
      StatedCounts.requireLevels(definitions, count, column.getMaxDefinitionLevel());
      StatedCounts.requireValues(data, count, values);
    } catch (IllegalArgumentException e) {
      throw damaged(e.getMessage(), e);
    }
    return firstRow == NO_ROW
        ? DataPageV2.uncompressed(
            form.getNum_rows(),
            form.getNum_nulls(),
            form.getNum_values(),
            input(repetitions),
            input(definitions),
            values,
            input(data),
            noStatistics)
        : DataPageV2.uncompressed(
            form.getNum_rows(),
            form.getNum_nulls(),
            form.getNum_values(),
            firstRow,
            input(repetitions),
            input(definitions),
            values,
            input(data),
            noStatistics);
  }

  private static ByteBuffer part(ByteBuffer bytes, int from, int end) {
    return ByteBuffer.wrap(bytes.array(), from, end - from);
  }

  private static BytesInput input(ByteBuffer bytes) {
    return BytesInput.from(bytes.array(), bytes.position(), bytes.remaining());
  }

  /**
   * Decompresses a page into the array for decompressed pages. Returns {@code bytes} itself if the
   * codec does not compress.
   *
   * @param bytes the bytes of the page after its header
   * @param levels number of bytes at the beginning that are not compressed
   * @param isPacked whether the bytes after these levels are compressed
   * @param size number of bytes of the result, as the page header states it
   */
  private ByteBuffer unpacked(ByteBuffer bytes, int levels, boolean isPacked, int size) {
    if (size < levels) {
      throw damaged("a page whose levels are longer than the page", null);
    }
    if (codec == CompressionCodecName.UNCOMPRESSED) {
      if (bytes.remaining() != size) {
        throw damaged("a page of " + bytes.remaining() + " bytes that states " + size, null);
      }
      return bytes;
    }
    ByteBuffer unpacked = ByteBuffer.wrap(page.ofSize(size), 0, size);
    int copied = isPacked ? levels : size;
    unpacked.put(0, bytes.array(), bytes.position(), copied);
    if (isPacked) {
      try {
        file.codec()
            .decompress(
                codec,
                part(bytes, bytes.position() + levels, bytes.limit()),
                part(unpacked, levels, size));
      } catch (IOException e) {
        throw damaged(e.getMessage(), e);
      }
    }
    return unpacked;
  }

  /**
   * Returns the encoding of levels. If all levels are 0, the page does not store them. Then returns
   * RLE, because its reader returns 0 without work; the reader of BIT_PACKED unpacks them.
   */
  private Encoding levels(org.apache.parquet.format.Encoding encoding, int most) {
    Encoding stated = encoding(encoding);
    return most == 0 ? Encoding.RLE : stated;
  }

  /**
   * Converts the encoding of the values of a data page to the type that the Parquet library uses.
   */
  private Encoding values(org.apache.parquet.format.Encoding encoding) {
    Encoding values = encoding(encoding);
    if (values == Encoding.DELTA_BYTE_ARRAY
        && CorruptDeltaByteArrays.requiresSequentialReads(file.writer(), values)) {
      page.detach(); // the next page begins with a prefix of the last value of this page
    }
    return values;
  }

  private Encoding encoding(org.apache.parquet.format.Encoding encoding) {
    try {
      return Encoding.valueOf(encoding.name());
    } catch (IllegalArgumentException | NullPointerException e) {
      throw damaged("an unknown encoding", e);
    }
  }

  /** Returns the name of the column, which tells in messages where a problem is. */
  String place() {
    return "column " + String.join(".", column.getPath());
  }

  /** Returns an exception for damaged content of the column. */
  RuntimeException damaged(String wrong, Exception cause) {
    return file.damaged(place(), wrong, "a complete Parquet file", cause);
  }
}
