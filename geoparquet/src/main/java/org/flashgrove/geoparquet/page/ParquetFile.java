package org.flashgrove.geoparquet.page;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.MessageType;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.source.ByteSource;
import shaded.parquet.org.apache.thrift.protocol.TProtocolUtil;

/**
 * Parquet file that is open for reading. The footer is read when the file is opened. A page is read
 * only when it is needed, so memory holds one page of each column at a time. All sizes in the file
 * are checked before memory is allocated for them.
 */
public final class ParquetFile implements Closeable {
  /** Maximum size of a page in bytes, compressed or not, however large the heap is. */
  static final int MOST_PAGE_BYTES = 1 << 26;

  /** Size in bytes of a page that may be read however small the heap is. */
  private static final int PAGE_BYTES_OF_ANY_HEAP = 1 << 23;

  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);
  private static final int TAIL_BYTES = 8;
  private static final int MOST_FOOTER_BYTES = 1 << 26;
  private static final int MOST_COLUMNS = 1 << 12;
  private static final int MOST_LEVELS = 24;

  /**
   * Maximum number of rows for each byte of the file. Runs and dictionaries store many rows in a
   * byte, but a file that claims more rows is damaged.
   */
  private static final long ROWS_A_BYTE = 1 << 12;

  private static final long ROWS_OF_ANY_FILE = 1 << 20;

  /** Maximum depth of unknown fields in footers and page headers. */
  private static final int MOST_UNKNOWN_LEVELS = 64;

  static {
    // Thrift skips unknown fields by recursion, so a crafted file could overflow the stack. The
    // limit holds for all that uses Parquet in this process.
    TProtocolUtil.setMaxSkipDepth(MOST_UNKNOWN_LEVELS);
  }

  private final String name;
  private final ByteSource source;
  private final long size;
  private final Footer footer;
  private final PageCodec codec = new PageCodec();
  private final PageCache cache = new PageCache();
  private String footerHash = "";

  /**
   * Opens a file.
   *
   * @param source source of the bytes of the file; this object closes it
   * @throws InputException if the source is not a complete Parquet file, or is encrypted
   * @throws UncheckedIOException if reading fails
   */
  public ParquetFile(ByteSource source) {
    this.source = source;
    name = source.name();
    size = source.size();
    try {
      footer = readFooter();
      footer.groups().forEach(this::require);
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
  }

  private Footer readFooter() {
    if (size < MAGIC.length + TAIL_BYTES) {
      throw damaged("byte " + size, "the file ends too early", null);
    }
    ByteBuffer tail =
        ByteBuffer.wrap(bytes(size - TAIL_BYTES, TAIL_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
    long length = Integer.toUnsignedLong(tail.getInt());
    byte[] magic = Arrays.copyOfRange(tail.array(), 4, TAIL_BYTES);
    if (Arrays.equals(magic, ENCRYPTED)) {
      throw new InputException(name, 0, "is encrypted", "Parquet without encryption");
    }
    if (!Arrays.equals(magic, MAGIC)) {
      throw damaged("byte " + (size - MAGIC.length), "does not end as Parquet", null);
    }
    if (length > size - MAGIC.length - TAIL_BYTES || length > MOST_FOOTER_BYTES) {
      throw damaged("byte " + (size - TAIL_BYTES), "a footer of " + length + " bytes", null);
    }
    byte[] bytes = bytes(size - TAIL_BYTES - length, (int) length);
    footerHash = HexFormat.of().formatHex(sha256(bytes));
    try {
      FileMetaData data = metaDataOf(bytes);
      requireBounded(data);
      dropUnknownTypes(data);
      return Footer.of(data);
    } catch (InputException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw damaged("byte " + (size - TAIL_BYTES - length), "a footer that cannot be read", e);
    }
  }

  private static FileMetaData metaDataOf(byte[] footer) throws IOException {
    try {
      return Util.readFileMetaData(new ByteArrayInputStream(footer), footer.length + 1);
    } catch (NoSuchMethodError e) { // Parquet before 1.16, as in Spark 4.0, does not limit texts
      return Util.readFileMetaData(new ByteArrayInputStream(footer));
    }
  }

  /**
   * Removes logical types that the library of Parquet does not know, such as GEOMETRY before 1.16.
   * The library would fail; without its logical type, a column has its physical type.
   */
  private static void dropUnknownTypes(FileMetaData data) {
    for (SchemaElement element : data.getSchema()) {
      if (element.isSetLogicalType() && element.getLogicalType().getSetField() == null) {
        element.unsetLogicalType();
      }
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * Throws an exception if the footer has too many columns, if columns are nested too deeply, or if
   * the number of rows is impossible. Readers visit nested columns by recursion.
   */
  private void requireBounded(FileMetaData data) {
    List<SchemaElement> elements = data.getSchema();
    if (elements.size() > MOST_COLUMNS) {
      throw damaged("the footer", "more than " + MOST_COLUMNS + " columns", null);
    }
    Deque<Integer> left = new ArrayDeque<>();
    for (SchemaElement each : elements) {
      while (!left.isEmpty() && left.peek() == 0) {
        left.pop();
      }
      if (!left.isEmpty()) {
        left.push(left.pop() - 1);
      }
      if (each.getNum_children() > 0) {
        left.push(each.getNum_children());
      }
      if (left.size() > MOST_LEVELS) {
        throw damaged("the footer", "columns nested more than " + MOST_LEVELS + " levels", null);
      }
    }
    long most = ROWS_OF_ANY_FILE + ROWS_A_BYTE * size;
    long rows = 0;
    for (RowGroup group : data.getRow_groups()) {
      rows += Math.max(0, group.getNum_rows());
      if (group.getNum_rows() < 0 || rows < 0 || rows > most) {
        throw damaged("the footer", "more rows than the bytes of the file explain", null);
      }
    }
  }

  private void require(Footer.Group group) {
    for (Footer.Column chunk : group.columns()) {
      String column = "column " + String.join(".", chunk.path());
      if (!PageCodec.isKnown(chunk.codec())) {
        throw damaged(column, "codec " + chunk.codec(), PageCodec.knownNames(), null);
      }
      if (chunk.valueCount() == 0) {
        continue; // a group without rows has no pages, and its offsets mean nothing
      }
      long start = chunk.start();
      long length = chunk.size();
      if (start < MAGIC.length || length < 0 || start > size - length) {
        throw damaged(column, "pages outside the file", null);
      }
      long most = ROWS_OF_ANY_FILE + ROWS_A_BYTE * length;
      if (chunk.valueCount() < 0 || chunk.valueCount() > most) {
        throw damaged(column, "more values than its bytes explain", null);
      }
    }
  }

  /**
   * Returns the size in bytes of the largest page that may be read. It is an eighth of the heap,
   * but at least 8 MiB and at most 64 MiB.
   */
  static int mostPageBytes() {
    long share = Math.max(PAGE_BYTES_OF_ANY_HEAP, Runtime.getRuntime().maxMemory() / 8);
    return (int) Math.min(MOST_PAGE_BYTES, share);
  }

  /** Returns the name of the file for messages. */
  String name() {
    return name;
  }

  /** Returns the schema of the file. */
  public MessageType schema() {
    return footer.schema();
  }

  /** Returns the text that the footer holds under a key. Returns null if there is none. */
  public String text(String key) {
    return footer.texts().get(key);
  }

  /**
   * Returns the name of the program that wrote the file. Pages of some old programs must be decoded
   * differently.
   */
  public String writer() {
    return footer.writer();
  }

  /** Returns the metadata of all row groups. */
  List<Footer.Group> groups() {
    return footer.groups();
  }

  /** Returns the size of the file in bytes. */
  public long size() {
    return size;
  }

  /** Returns the SHA-256 hash of the footer, in hexadecimal digits. */
  public String footerHash() {
    return footerHash;
  }

  /** Returns the number of rows of a row group. */
  public long rowCount(int group) {
    return footer.groups().get(group).rowCount();
  }

  /** Returns the number of row groups. */
  public int groupCount() {
    return footer.groups().size();
  }

  /**
   * Returns the pages of a row group, which are read on demand.
   *
   * @param group number of the row group, from 0
   */
  public PageReadStore pages(int group) {
    Footer.Group block = footer.groups().get(group);
    PageBuffer packed = new PageBuffer();
    return new PageReadStore() {
      @Override
      public PageReader getPageReader(ColumnDescriptor column) {
        return new ColumnPages(ParquetFile.this, chunk(block, column), column, packed);
      }

      @Override
      public long getRowCount() {
        return block.rowCount();
      }
    };
  }

  /** Returns the pages of one column of a row group. */
  ColumnPages columnPages(int group, ColumnDescriptor column) {
    return new ColumnPages(
        this, chunk(footer.groups().get(group), column), column, new PageBuffer());
  }

  /**
   * Returns access to those pages of a row group that hold chosen rows. A reader of these pages
   * returns only the chosen rows.
   *
   * @param group number of the row group, from 0
   * @param table pages of this file
   * @param rows chosen rows, as numbers in the row group, ascending
   */
  public PageReadStore pages(int group, PageTable table, long[] rows) {
    Footer.Group block = footer.groups().get(group);
    List<ColumnDescriptor> columns = schema().getColumns();
    PageBuffer packed = new PageBuffer();
    return new PageReadStore() {
      @Override
      public PageReader getPageReader(ColumnDescriptor column) {
        return new ChosenPages(
            ParquetFile.this,
            block,
            column,
            table.chunk(group, columns.indexOf(column)),
            rows,
            packed);
      }

      @Override
      public long getRowCount() {
        return rows.length;
      }

      @Override
      public Optional<PrimitiveIterator.OfLong> getRowIndexes() {
        // At a page boundary, Parquet stops if no number follows, even if a row is still unread.
        return Optional.of(
            LongStream.concat(LongStream.of(rows), LongStream.of(Long.MAX_VALUE)).iterator());
      }
    };
  }

  /** Returns the metadata of one column of a row group, which says where its pages are. */
  Footer.Column chunk(Footer.Group group, ColumnDescriptor column) {
    List<String> path = Arrays.asList(column.getPath());
    for (Footer.Column chunk : group.columns()) {
      if (chunk.path().equals(path)) {
        return chunk;
      }
    }
    throw damaged("column " + String.join(".", column.getPath()), "no pages", null);
  }

  /** Returns the source of the bytes of this file. */
  ByteSource source() {
    return source;
  }

  /** Returns the codec that decompresses the pages of this file. */
  PageCodec codec() {
    return codec;
  }

  /** Returns decompressed pages of this file. */
  PageCache cache() {
    return cache;
  }

  /** Reads {@code count} bytes of the file from position {@code at} on. */
  byte[] bytes(long at, int count) {
    return source.read(at, count);
  }

  /** Reads a page with its header into the array of a decoder. */
  ByteBuffer page(long at, int count, PageDecoder decoder) {
    ByteBuffer page = ByteBuffer.wrap(decoder.room(count), 0, count);
    for (int done = 0; done < count; ) {
      int found = source.read(at + done, page.array(), done, count - done);
      if (found < 0) {
        throw damaged("byte " + (at + done), "the file ends too early", null);
      }
      done += found;
    }
    return page;
  }

  private InputException damaged(String place, String wrong, Exception cause) {
    return damaged(place, wrong, "a complete Parquet file", cause);
  }

  /** Returns an exception for damaged content of this file. */
  InputException damaged(String place, String wrong, String allowed, Exception cause) {
    return new InputException(name, place, wrong, allowed, cause);
  }

  @Override
  public void close() {
    source.close();
  }
}
