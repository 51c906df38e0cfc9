package org.flashgrove.geoparquet.page;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.zip.CRC32C;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.flashgrove.datasets.row.EncodedBytes;

/**
 * Table of all pages of a file, with position, first row and checksum of each page. A reader uses
 * the table to find the pages of a row. Many files lack Parquet's own page index, and that index
 * has no checksums. Immutable; safe for use by several threads.
 */
public final class PageTable {
  private static final int MOST_PAGES = 1 << 24;

  private final List<List<Chunk>> groups;

  /** Number of row groups that were copied from the table of an older version of the file. */
  private final int kept;

  private PageTable(List<List<Chunk>> groups, int kept) {
    this.groups = groups;
    this.kept = kept;
  }

  /**
   * Pages of one column of a row group.
   *
   * @param dictionary whether the first page is a dictionary
   * @param offsets position in the file at which each page begins
   * @param sizes size of each page in bytes, including its header
   * @param checksums CRC32C of the bytes of each page, including its header
   * @param firstRows number of the first row of each page in the row group; 0 for a dictionary
   * @param aligned whether each page begins with a row; otherwise, a long list continues on the
   *     next page
   */
  record Chunk(
      boolean dictionary,
      boolean aligned,
      long[] offsets,
      int[] sizes,
      int[] checksums,
      long[] firstRows) {
    /**
     * Returns the index of the data page that holds a row of the row group. Returns -1 if there is
     * none.
     */
    int pageOf(long row) {
      int first = dictionary ? 1 : 0;
      int found = Arrays.binarySearch(firstRows, first, firstRows.length, row);
      int page = found >= 0 ? found : -found - 2;
      return page < first ? -1 : page;
    }
  }

  /** Returns the pages of one column of a row group. */
  Chunk chunk(int group, int column) {
    return groups.get(group).get(column);
  }

  /** Returns whether each page of a row group, in all columns, begins with a row. */
  public boolean isAligned(int group) {
    return groups.get(group).stream().allMatch(Chunk::aligned);
  }

  /**
   * Creates the table of a file. Reads all pages of the file.
   *
   * @throws org.flashgrove.datasets.InputException if a page is damaged
   */
  public static PageTable of(ParquetFile file) {
    return scanned(file, List.of());
  }

  private static PageTable scanned(ParquetFile file, List<List<Chunk>> kept) {
    List<List<Chunk>> groups = new ArrayList<>(kept);
    PageBuffer packed = new PageBuffer();
    for (Footer.Group group : file.groups().subList(kept.size(), file.groups().size())) {
      List<Chunk> chunks = new ArrayList<>();
      for (ColumnDescriptor column : file.schema().getColumns()) {
        chunks.add(scan(file, file.chunk(group, column), column, packed));
      }
      groups.add(chunks);
    }
    return new PageTable(groups, kept.size());
  }

  /**
   * Extends the table of an older version of a file to which row groups were appended. Reads the
   * pages of the appended row groups, and some pages of each older row group. Compares the older
   * pages with their checksums in the older table.
   *
   * @param older table of an older version of the file, from {@link #toBytes}
   * @param checked column of which all older pages are compared; of other columns, only the first
   *     and the last page of each row group are compared
   * @return the table of all pages, or null if the file does not begin with the older row groups
   * @throws org.flashgrove.datasets.InputException if an appended page is damaged
   */
  public static PageTable extended(byte[] older, ParquetFile file, String checked) {
    List<List<Chunk>> kept;
    try {
      kept = List.copyOf(read(older, file));
    } catch (IllegalArgumentException e) { // the table of a file with other columns
      return null;
    }
    for (int group = 0; group < kept.size(); group++) {
      for (int i = 0; i < kept.get(group).size(); i++) {
        ColumnDescriptor column = file.schema().getColumns().get(i);
        boolean checksAll = column.getPath()[0].equals(checked);
        if (!isSame(kept.get(group).get(i), file, group, column, checksAll)) {
          return null;
        }
      }
    }
    return scanned(file, kept);
  }

  private static boolean isSame(
      Chunk older, ParquetFile file, int group, ColumnDescriptor column, boolean checksAll) {
    Footer.Column now = file.chunk(file.groups().get(group), column);
    int pages = older.offsets.length;
    if (pages == 0) {
      return now.valueCount() == 0;
    }
    long end = older.offsets[pages - 1] + older.sizes[pages - 1];
    boolean isThere =
        older.offsets[0] == now.start()
            && end == now.start() + now.size()
            && older.firstRows[pages - 1] < file.rowCount(group);
    for (int i = 0; isThere && i < pages; i++) {
      isThere =
          !checksAll && i > 0 && i < pages - 1
              || checksum(ByteBuffer.wrap(file.bytes(older.offsets[i], older.sizes[i])))
                  == older.checksums[i];
    }
    return isThere;
  }

  /**
   * Returns the number of rows in the row groups that the older version of the file also had.
   * Returns 0 if this table was not {@linkplain #extended extended}.
   */
  public long keptRows(ParquetFile file) {
    long rows = 0;
    for (int group = 0; group < kept; group++) {
      rows += file.rowCount(group);
    }
    return rows;
  }

  private static Chunk scan(
      ParquetFile file, Footer.Column chunk, ColumnDescriptor column, PageBuffer packed) {
    PageDecoder decoder = new PageDecoder(file, column, chunk.codec(), packed);
    Builder pages = new Builder();
    long at = chunk.start();
    long end = chunk.valueCount() == 0 ? at : at + chunk.size();
    long left = chunk.valueCount();
    long row = 0;
    boolean isAligned = true;
    while (at < end && (left > 0 || pages.count == 0)) {
      ByteBuffer head =
          file.page(at, (int) Math.min(PageDecoder.USUAL_HEADER_BYTES, end - at), decoder);
      PageHeader header = decoder.headerIfWhole(head);
      if (header == null) {
        head = file.page(at, (int) Math.min(PageDecoder.MOST_HEADER_BYTES, end - at), decoder);
        header = decoder.header(head);
      }
      int headBytes = head.position();
      int size = headBytes + header.getCompressed_page_size();
      if (size > end - at) {
        throw decoder.damaged("a page that is longer than its column", null);
      }
      ByteBuffer page =
          size <= head.limit() ? head.position(0).limit(size) : file.page(at, size, decoder);
      boolean isDictionary = header.getType() == PageType.DICTIONARY_PAGE;
      int values = decoder.valueCount(header);
      if (isDictionary && pages.count == 0 || values > 0) {
        pages.add(isDictionary, at, page, row);
      }
      if (values > left) {
        throw decoder.damaged("more values than the footer states", null);
      }
      left -= values;
      if (values > 0) {
        Rows rows = rows(decoder, column, header, page.position(headBytes));
        isAligned &= rows.isAligned;
        row += rows.count;
      }
      at += size;
    }
    if (left > 0) {
      throw decoder.damaged("fewer values than the footer states", null);
    }
    return pages.chunk(isAligned);
  }

  /** Number of rows that begin in a page, and whether the page starts at the beginning of a row. */
  private record Rows(long count, boolean isAligned) {}

  /** Counts the rows that begin in a page. A row begins at each value with repetition level 0. */
  private static Rows rows(
      PageDecoder decoder, ColumnDescriptor column, PageHeader header, ByteBuffer page) {
    if (column.getMaxRepetitionLevel() == 0) {
      return new Rows(decoder.valueCount(header), true);
    }
    DataPage data = decoder.data(header, page, PageDecoder.NO_ROW, 0);
    if (data instanceof DataPageV2 second) {
      return new Rows(second.getRowCount(), true);
    }
    try {
      DataPageV1 first = (DataPageV1) data;
      ValuesReader levels =
          first.getRlEncoding().getValuesReader(column, ValuesType.REPETITION_LEVEL);
      levels.initFromPage(
          first.getValueCount(), ByteBufferInputStream.wrap(first.getBytes().toByteBuffer()));
      boolean beginsWithRow = levels.readInteger() == 0;
      long rows = beginsWithRow ? 1 : 0;
      for (int i = 1; i < first.getValueCount(); i++) {
        rows += levels.readInteger() == 0 ? 1 : 0;
      }
      return new Rows(rows, beginsWithRow);
    } catch (IOException | RuntimeException e) {
      throw decoder.damaged("levels that cannot be read", e);
    }
  }

  private static final class Builder {
    private boolean dictionary;
    private long[] offsets = new long[4];
    private int[] sizes = new int[4];
    private int[] checksums = new int[4];
    private long[] firstRows = new long[4];
    private int count;

    void add(boolean isDictionary, long at, ByteBuffer page, long firstRow) {
      if (count == offsets.length) {
        grow();
      }
      dictionary |= isDictionary;
      offsets[count] = at;
      sizes[count] = page.remaining();
      checksums[count] = checksum(page);
      firstRows[count++] = firstRow;
    }

    private void grow() {
      offsets = Arrays.copyOf(offsets, 2 * count);
      sizes = Arrays.copyOf(sizes, 2 * count);
      checksums = Arrays.copyOf(checksums, 2 * count);
      firstRows = Arrays.copyOf(firstRows, 2 * count);
    }

    Chunk chunk(boolean isAligned) {
      return new Chunk(
          dictionary,
          isAligned,
          Arrays.copyOf(offsets, count),
          Arrays.copyOf(sizes, count),
          Arrays.copyOf(checksums, count),
          Arrays.copyOf(firstRows, count));
    }
  }

  /** Returns the checksum of a page with its header. */
  static int checksum(ByteBuffer page) {
    CRC32C sum = new CRC32C();
    sum.update(page.array(), page.position(), page.remaining());
    return (int) sum.getValue();
  }

  /** Returns this table as bytes, from which {@link #of(byte[], ParquetFile)} restores it. */
  public byte[] toBytes() {
    return EncodedBytes.of(
        out -> {
          for (List<Chunk> chunks : groups) {
            for (Chunk chunk : chunks) {
              out.writeInt(chunk.offsets.length);
              out.writeBoolean(chunk.dictionary);
              out.writeBoolean(chunk.aligned);
              for (int i = 0; i < chunk.offsets.length; i++) {
                out.writeLong(chunk.offsets[i]);
                out.writeInt(chunk.sizes[i]);
                out.writeInt(chunk.checksums[i]);
                out.writeLong(chunk.firstRows[i]);
              }
            }
          }
        });
  }

  /**
   * Restores a table from bytes.
   *
   * @param bytes bytes that {@link #toBytes} returned for the same version of the file
   * @throws IllegalArgumentException if the bytes are not a table of the file
   */
  public static PageTable of(byte[] bytes, ParquetFile file) {
    List<List<Chunk>> groups = read(bytes, file);
    if (groups.size() != file.groupCount()) {
      throw new IllegalArgumentException("a table of pages that ends too early");
    }
    return new PageTable(groups, 0);
  }

  /**
   * Reads the pages of row groups from the bytes of a table. The table may cover fewer row groups
   * than the file has.
   */
  private static List<List<Chunk>> read(byte[] bytes, ParquetFile file) {
    int columns = file.schema().getColumns().size();
    List<ByteBuffer> groups = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      while (groups.size() < file.groupCount() && in.hasRemaining()) {
        int begin = in.position();
        for (int column = 0; column < columns; column++) {
          int count = countOf(in);
          in.position(in.position() + FLAG_BYTES + count * PAGE_BYTES);
        }
        groups.add(in.slice(begin, in.position() - begin));
      }
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new IllegalArgumentException("a table of pages that ends too early", e);
    }
    if (in.hasRemaining()) {
      throw new IllegalArgumentException("more pages than the file has columns");
    }
    return new EncodedGroups(groups, columns, file.size());
  }

  /** Row groups that are decoded when they are needed. A query usually needs few of them. */
  private static final class EncodedGroups extends AbstractList<List<Chunk>> {
    private final List<ByteBuffer> encoded;
    private final int columns;
    private final long fileSize;
    private final AtomicReferenceArray<List<Chunk>> decoded;

    EncodedGroups(List<ByteBuffer> encoded, int columns, long fileSize) {
      this.encoded = encoded;
      this.columns = columns;
      this.fileSize = fileSize;
      decoded = new AtomicReferenceArray<>(encoded.size());
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if pages are outside the file, or in a wrong order
     */
    @Override
    public List<Chunk> get(int group) {
      List<Chunk> chunks = decoded.get(group);
      if (chunks == null) {
        chunks = new ArrayList<>();
        ByteBuffer in = encoded.get(group).duplicate();
        for (int column = 0; column < columns; column++) {
          chunks.add(read(in, fileSize));
        }
        decoded.set(group, chunks);
      }
      return chunks;
    }

    @Override
    public int size() {
      return encoded.size();
    }
  }

  private static int countOf(ByteBuffer in) {
    int count = in.getInt();
    if (count < 0 || count > MOST_PAGES || (long) count * PAGE_BYTES > in.remaining()) {
      throw new IllegalArgumentException("a table of " + count + " pages");
    }
    return count;
  }

  private static Chunk read(ByteBuffer in, long fileSize) {
    int count = countOf(in);
    Builder pages = new Builder();
    pages.dictionary = in.get() != 0;
    boolean isAligned = in.get() != 0;
    for (int i = 0; i < count; i++) {
      if (pages.count == pages.offsets.length) {
        pages.grow();
      }
      pages.offsets[i] = in.getLong();
      pages.sizes[i] = in.getInt();
      pages.checksums[i] = in.getInt();
      pages.firstRows[i] = in.getLong();
      pages.count++;
      boolean isInside =
          pages.offsets[i] >= 0
              && pages.sizes[i] >= 0
              && pages.sizes[i] <= ParquetFile.MOST_PAGE_BYTES + PageDecoder.MOST_HEADER_BYTES
              && pages.offsets[i] <= fileSize - pages.sizes[i];
      if (!isInside || i > 0 && pages.firstRows[i] < pages.firstRows[i - 1]) {
        throw new IllegalArgumentException("pages outside the file, or in a wrong order");
      }
    }
    return pages.chunk(isAligned);
  }

  private static final int PAGE_BYTES = 24;

  /** Number of bytes of the two flags of a column in a row group. */
  private static final int FLAG_BYTES = 2;
}
