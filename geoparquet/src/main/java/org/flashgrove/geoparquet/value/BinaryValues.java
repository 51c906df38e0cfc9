package org.flashgrove.geoparquet.value;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.CorruptDeltaByteArrays;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.values.RequiresPreviousReader;
import org.apache.parquet.column.values.ValuesReader;
import org.flashgrove.geoparquet.page.ColumnScan;

/**
 * Reads the values in the data pages of a binary top-level column, without copying them. It does
 * the work of a {@link RowReader} with much less code. Not safe for use by several threads.
 */
public final class BinaryValues {
  private final ColumnDescriptor column;
  private final String writer;
  private final int maxLevel;
  private Levels levels;
  private ByteBuffer plain;
  private ValuesReader encoded;
  private int group = -1;
  private int left;
  private ByteBuffer value;

  /** Definition levels of a page. */
  @FunctionalInterface
  private interface Levels {
    int next() throws IOException;
  }

  /**
   * Creates a reader.
   *
   * @param column binary column that is neither nested nor repeated
   * @param writer name of the program that wrote the file; may be null
   */
  public BinaryValues(ColumnDescriptor column, String writer) {
    this.column = column;
    this.writer = writer;
    maxLevel = column.getMaxDefinitionLevel();
  }

  /**
   * Moves to the beginning of a page.
   *
   * @throws IOException if the page is damaged
   * @throws RuntimeException if the page is damaged
   */
  public void begin(ColumnScan.Page page) throws IOException {
    if (page.group() != group) {
      group = page.group();
      encoded = null;
    }
    DataPage data = page.data();
    left = data.getValueCount();
    ByteBuffer bytes;
    Encoding encoding;
    if (data instanceof DataPageV2 second) {
      levels = levels(second.getDefinitionLevels().toByteBuffer());
      bytes = second.getData().toByteBuffer();
      encoding = second.getDataEncoding();
    } else {
      DataPageV1 first = (DataPageV1) data;
      bytes = first.getBytes().toByteBuffer();
      encoding = first.getValueEncoding();
      beginLevels(first.getDlEncoding(), bytes);
    }
    if (encoding == Encoding.PLAIN) {
      plain = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
      encoded = null;
    } else {
      plain = null;
      encoded = decoder(encoding, page, ByteBufferInputStream.wrap(bytes.slice()));
    }
  }

  /** Starts the levels at the beginning of a page of version 1, and moves past them. */
  private void beginLevels(Encoding encoding, ByteBuffer page) throws IOException {
    if (maxLevel > 0 && encoding != Encoding.RLE) {
      ByteBufferInputStream bytes = ByteBufferInputStream.wrap(page.slice());
      ValuesReader stated = encoding.getValuesReader(column, ValuesType.DEFINITION_LEVEL);
      stated.initFromPage(left, bytes);
      levels = stated::readInteger;
      page.position(page.limit() - bytes.available());
      return;
    }
    int length = maxLevel == 0 ? 0 : page.order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length < 0 || length > page.remaining()) {
      throw new IOException("levels that are longer than their page");
    }
    levels = levels(page.slice(page.position(), length));
    page.position(page.position() + length);
  }

  private Levels levels(ByteBuffer runs) {
    return maxLevel == 0 ? () -> 0 : new FlagRuns(runs)::next;
  }

  private ValuesReader decoder(Encoding encoding, ColumnScan.Page page, ByteBufferInputStream bytes)
      throws IOException {
    ValuesReader decoder =
        encoding.usesDictionary()
            ? encoding.getDictionaryBasedValuesReader(column, ValuesType.VALUES, page.dictionary())
            : encoding.getValuesReader(column, ValuesType.VALUES);
    decoder.initFromPage(left, bytes);
    if (CorruptDeltaByteArrays.requiresSequentialReads(writer, encoding)
        && decoder instanceof RequiresPreviousReader next
        && encoded instanceof RequiresPreviousReader) {
      next.setPreviousReader(encoded);
    }
    return decoder;
  }

  /**
   * Moves to the next value of the page.
   *
   * @return false at the end of the page
   * @throws IOException if the page is damaged
   * @throws RuntimeException if the page is damaged
   */
  public boolean next() throws IOException {
    if (left == 0) {
      return false;
    }
    left--;
    if (levels.next() < maxLevel) {
      value = null;
    } else if (plain != null) {
      int length = plain.getInt();
      if (length < 0 || length > plain.remaining()) {
        throw new IOException("a value that is longer than its page");
      }
      value = plain.slice(plain.position(), length);
      plain.position(plain.position() + length);
    } else {
      value = encoded.readBytes().toByteBuffer().slice();
    }
    return true;
  }

  /** Returns the current value. Returns null if there is none. */
  public ByteBuffer value() {
    return value;
  }
}
