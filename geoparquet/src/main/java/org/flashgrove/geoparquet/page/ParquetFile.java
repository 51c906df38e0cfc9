package org.flashgrove.geoparquet.page;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
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
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.source.ByteSource;

/**
 * Parquet file that is open for reading. Reads the footer when it is opened, and pages when a row
 * group asks for them, so memory holds one page of each column. Checks all sizes in the file before
 * it allocates memory for them.
 */
public final class ParquetFile implements Closeable {
  /** Largest page in bytes, packed or unpacked, in any heap. */
  static final int MOST_PAGE_BYTES = 1 << 26;

  /** Size of a page in bytes that every heap can read. */
  private static final int PAGE_BYTES_OF_ANY_HEAP = 1 << 23;

  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);
  private static final int TAIL_BYTES = 8;
  private static final int MOST_FOOTER_BYTES = 1 << 26;
  private static final int MOST_COLUMNS = 1 << 12;
  private static final int MOST_LEVELS = 24;

  /** Runs and dictionaries pack many rows into a byte; more rows than this are a false claim. */
  private static final long ROWS_A_BYTE = 1 << 12;

  private static final long ROWS_OF_ANY_FILE = 1 << 20;
  private static final int BUFFER_BYTES = 1 << 16;

  private final String name;
  private final ByteSource source;
  private final long size;
  private final ParquetMetadata footer;
  private String footerHash = "";

  /**
   * Opens a file.
   *
   * @param source the bytes of the file, which this object closes
   * @throws InputException if it is no complete Parquet file, or is encrypted
   * @throws UncheckedIOException if reading fails
   */
  public ParquetFile(ByteSource source) {
    this.source = source;
    name = source.name();
    size = source.size();
    try {
      footer = readFooter();
      footer.getBlocks().forEach(this::require);
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
  }

  private ParquetMetadata readFooter() {
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
      FileMetaData data = Util.readFileMetaData(new ByteArrayInputStream(bytes), bytes.length + 1);
      requireBounded(data);
      dropStatistics(data);
      return new ParquetMetadataConverter().fromParquetMetadata(data);
    } catch (InputException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw damaged("byte " + (size - TAIL_BYTES - length), "a footer that cannot be read", e);
    }
  }

  /** Removes statistics, which nobody reads here. Parquet logs what is wrong with them. */
  private static void dropStatistics(FileMetaData data) {
    for (RowGroup group : data.getRow_groups()) {
      for (ColumnChunk chunk : group.getColumns()) {
        if (chunk.isSetMeta_data()) {
          chunk.getMeta_data().unsetStatistics();
        }
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

  /** Checks the tree of columns, which readers follow by recursion, and the number of rows. */
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

  private void require(BlockMetaData group) {
    for (ColumnChunkMetaData chunk : group.getColumns()) {
      String column = "column " + chunk.getPath().toDotString();
      if (!PageCodec.isKnown(chunk.getCodec())) {
        throw damaged(column, "codec " + chunk.getCodec(), PageCodec.knownNames(), null);
      }
      if (chunk.getValueCount() == 0) {
        continue; // a group without rows has no pages, and its offsets mean nothing
      }
      long start = chunk.getStartingPos();
      long length = chunk.getTotalSize();
      if (start < MAGIC.length || length < 0 || start > size - length) {
        throw damaged(column, "pages outside the file", null);
      }
      long most = ROWS_OF_ANY_FILE + ROWS_A_BYTE * length;
      if (chunk.getValueCount() < 0 || chunk.getValueCount() > most) {
        throw damaged(column, "more values than its bytes explain", null);
      }
    }
  }

  /** Returns the size of the largest page in bytes that this heap can read: an eighth of it. */
  static int mostPageBytes() {
    long share = Math.max(PAGE_BYTES_OF_ANY_HEAP, Runtime.getRuntime().maxMemory() / 8);
    return (int) Math.min(MOST_PAGE_BYTES, share);
  }

  /** Returns what messages call the file. */
  String name() {
    return name;
  }

  /** Returns the columns. */
  public MessageType schema() {
    return footer.getFileMetaData().getSchema();
  }

  /** Returns a text that the writer left in the footer, or null. */
  public String text(String key) {
    return footer.getFileMetaData().getKeyValueMetaData().get(key);
  }

  /** Returns the program that wrote the file; it decides how old pages are decoded. */
  public String writer() {
    return footer.getFileMetaData().getCreatedBy();
  }

  /** Returns the row groups. */
  List<BlockMetaData> groups() {
    return footer.getBlocks();
  }

  /** Returns the size of the file in bytes. */
  public long size() {
    return size;
  }

  /** Returns a hash of the footer, in hexadecimal digits. */
  public String footerHash() {
    return footerHash;
  }

  /** Returns the number of rows of a row group. */
  public long rowCount(int group) {
    return footer.getBlocks().get(group).getRowCount();
  }

  /** Returns the number of row groups. */
  public int groupCount() {
    return footer.getBlocks().size();
  }

  /**
   * Returns the pages of a row group, which are read on demand.
   *
   * @param group its number, from 0
   */
  public PageReadStore pages(int group) {
    BlockMetaData block = footer.getBlocks().get(group);
    return new PageReadStore() {
      @Override
      public PageReader getPageReader(ColumnDescriptor column) {
        return new ColumnPages(ParquetFile.this, chunk(block, column), column);
      }

      @Override
      public long getRowCount() {
        return block.getRowCount();
      }
    };
  }

  /**
   * Returns those pages of a row group that hold some rows. Their reader returns these rows alone.
   *
   * @param group its number, from 0
   * @param table the pages of this file
   * @param rows numbers of rows in the row group, ascending
   */
  public PageReadStore pages(int group, PageTable table, long[] rows) {
    BlockMetaData block = footer.getBlocks().get(group);
    List<ColumnDescriptor> columns = schema().getColumns();
    return new PageReadStore() {
      @Override
      public PageReader getPageReader(ColumnDescriptor column) {
        return new ChosenPages(
            ParquetFile.this,
            chunk(block, column),
            column,
            table.chunk(group, columns.indexOf(column)),
            block.getRowCount(),
            rows);
      }

      @Override
      public long getRowCount() {
        return rows.length;
      }

      @Override
      public Optional<PrimitiveIterator.OfLong> getRowIndexes() {
        // Parquet ends at a page boundary once no number follows, even before the last row is read.
        return Optional.of(
            LongStream.concat(LongStream.of(rows), LongStream.of(Long.MAX_VALUE)).iterator());
      }
    };
  }

  /** Returns where the pages of a column are. */
  ColumnChunkMetaData chunk(BlockMetaData group, ColumnDescriptor column) {
    for (ColumnChunkMetaData chunk : group.getColumns()) {
      if (Arrays.equals(chunk.getPath().toArray(), column.getPath())) {
        return chunk;
      }
    }
    throw damaged("column " + String.join(".", column.getPath()), "no pages", null);
  }

  /** Returns the source of the bytes. */
  ByteSource source() {
    return source;
  }

  /** Reads some bytes of the file. */
  byte[] bytes(long at, int count) {
    return source.read(at, count);
  }

  /** Returns a stream of some bytes of the file; reading one does not move another. */
  InputStream stream(long start, long length) {
    return new BufferedInputStream(
        new InputStream() {
          private long at = start;

          @Override
          public int read() {
            throw new UnsupportedOperationException("read by the buffer");
          }

          @Override
          public int read(byte[] into, int offset, int count) {
            int most = (int) Math.min(count, start + length - at);
            if (most <= 0) {
              return -1;
            }
            int found = source.read(at, into, offset, most);
            at += Math.max(0, found);
            return found;
          }
        },
        (int) Math.max(1, Math.min(BUFFER_BYTES, length)));
  }

  private InputException damaged(String place, String wrong, Exception cause) {
    return damaged(place, wrong, "a complete Parquet file", cause);
  }

  /** Returns the exception for damaged content. */
  InputException damaged(String place, String wrong, String allowed, Exception cause) {
    return new InputException(name, place, wrong, allowed, cause);
  }

  @Override
  public void close() {
    source.close();
  }
}
