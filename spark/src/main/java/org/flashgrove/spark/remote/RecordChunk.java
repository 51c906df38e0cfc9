package org.flashgrove.spark.remote;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.flashgrove.storage.heap.page.HeapCell;
import org.flashgrove.storage.heap.page.HeapPage;

/**
 * Page of records, stored by columns. Only a page in the layout of a bulk load can be stored in
 * this way. The header of the page comes first, and then the columns of numbers. The compressed
 * text follows. It has the ends of long geometries, and then the values of each variable-length
 * column without their common prefix. Not safe for use by several threads.
 */
final class RecordChunk {
  private static final int AT_COUNT = 8;

  /** Length of the WKB of a point with two coordinates. */
  private static final int POINT_BYTES = 21;

  /** Length of the WKB of a point with an SRID, a z coordinate and a measure. */
  private static final int MOST_POINT_BYTES = 41;

  /** Maximum number of columns of coordinates. Further coordinates are part of the text. */
  private static final int MOST_COORDINATES = 64;

  /** Access to the bytes of a page as integers. */
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final RecordColumns columns;

  /**
   * Positions of the records in the page, each with its head and geometry. The next three arrays
   * have the position of each record's attributes (its row), the length of its geometry and the
   * length of its row.
   */
  private int[] cells = new int[0];

  private int[] rows = new int[0];
  private int[] wkbBytes = new int[0];
  private int[] rowBytes = new int[0];

  /**
   * Lengths of the variable-length values. The lengths of the first column for all records come
   * first, then the lengths of the second column, and so on.
   */
  private int[] lengths = new int[0];

  private int[] starts = new int[0];
  private long[] values = new long[0];
  private int count;

  /** Columns of numbers of a page, for the last value of {@link #coordinateEnd}. */
  private PageColumn[] pageColumns = {};

  private int coordinateEnd = -1;
  private byte[] text = new byte[0];
  private int textBytes;

  RecordChunk(RecordColumns columns) {
    this.columns = columns;
  }

  /**
   * Creates a chunk with room for all records of a page, and with the columns of a page of points.
   * So the JIT compiler need not replace the code for {@link #pack} when another table begins.
   */
  RecordChunk(RecordColumns columns, int pageSize) {
    this(columns);
    resize(pageSize / (HeapPage.SLOT_BYTES + HeapCell.INLINE_HEAD + columns.fixedBytes()));
    pageColumns(coordinates(POINT_BYTES));
  }

  private void resize(int newCount) {
    count = newCount;
    if (cells.length < count) {
      cells = new int[count];
      rows = new int[count];
      wkbBytes = new int[count];
      rowBytes = new int[count];
      lengths = new int[count * columns.variable().length];
      starts = new int[count];
      values = new long[count];
    }
  }

  /** Returns an upper bound for the number of bytes that {@link #pack} writes for a page. */
  static int mostBytes(RecordColumns columns, int pageSize) {
    int numbers = columns.fixed().length + columns.variable().length + MOST_COORDINATES + 5;
    return 2 * pageSize + numbers * 3 * Long.BYTES;
  }

  /** Returns whether a page has records. Only such a page can be passed to {@link #pack}. */
  static boolean hasRecords(byte[] bytes) {
    ByteBuffer page = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return HeapPage.startsAt(page, 0) && new HeapPage(page).kind() == HeapPage.DATA;
  }

  /**
   * Writes a page of records by columns.
   *
   * @return whether the page can be stored by columns. If not, the caller discards the bytes
   *     written
   */
  boolean pack(byte[] bytes, WordPacker out, ChunkText codec) {
    ByteBuffer page = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (!find(page, bytes)) {
      return false;
    }
    NodeChunk.packHeader(bytes, out);
    int fixed = coordinates(leastWkb());
    boolean isBig = fixed > 0 && bytes[cells[0] + HeapCell.INLINE_HEAD] == 0;
    for (PageColumn column : pageColumns(fixed)) {
      if (column.isLength()) {
        readLengths(column.offset());
      } else {
        read(bytes, column);
      }
      reverse(isBig && column.isCoordinate());
      out.column(values, count, column.isDouble());
    }
    packText(bytes, fixed, out, codec);
    return true;
  }

  private PageColumn[] pageColumns(int fixed) {
    if (fixed != coordinateEnd) {
      pageColumns = PageColumn.all(columns, fixed);
      coordinateEnd = fixed;
    }
    return pageColumns;
  }

  private void readLengths(int column) {
    for (int i = 0; i < count; i++) {
      values[i] = lengths[column * count + i];
    }
  }

  /**
   * Returns whether all geometries of the last packed page have the same length, and this length is
   * at most the length of a point.
   */
  boolean isRegular() {
    int least = leastWkb();
    for (int i = 0; i < count; i++) {
      if (wkbBytes[i] != least) {
        return false;
      }
    }
    return least <= MOST_POINT_BYTES;
  }

  /**
   * Finds the records of a page and their values. Returns false if the page does not have the
   * layout of a bulk load.
   */
  private boolean find(ByteBuffer page, byte[] bytes) {
    HeapPage cellPage = new HeapPage(page);
    if (cellPage.slotCount() < 1) {
      return false;
    }
    resize(cellPage.slotCount());
    int at = HeapPage.HEADER_BYTES;
    for (int i = 0; i < count; i++) {
      int length = cellPage.length(i);
      if (cellPage.offset(i) != at
          || length < HeapPage.taken(length)
          || HeapCell.kind(page, at) != HeapCell.INLINE
          || !findRow(page, i, at, length)) {
        return false;
      }
      at += length;
    }
    return NodeChunk.isZero(bytes, at, bytes.length - HeapPage.SLOT_BYTES * count);
  }

  private boolean findRow(ByteBuffer page, int row, int cell, int length) {
    int wkb = page.getInt(cell + PageColumn.AT_WKB_LENGTH);
    int bytes = length - HeapCell.INLINE_HEAD - wkb - columns.fixedBytes();
    if (wkb < 0 || wkb > length || bytes < 0) {
      return false;
    }
    cells[row] = cell;
    wkbBytes[row] = wkb;
    rows[row] = cell + HeapCell.INLINE_HEAD + wkb;
    int end = 0;
    for (int i = 0; i < columns.variable().length; i++) {
      int next = page.getInt(rows[row] + columns.variable()[i]);
      lengths[i * count + row] = next - end;
      if (next < end || next > bytes) {
        return false;
      }
      end = next;
    }
    return end == bytes;
  }

  private int leastWkb() {
    int least = wkbBytes[0];
    for (int i = 1; i < count; i++) {
      least = Math.min(least, wkbBytes[i]);
    }
    return least;
  }

  /**
   * Returns the offset in a geometry's WKB at which the columns of coordinates end.
   *
   * @param leastWkb length of the shortest geometry of the page
   */
  private static int coordinates(int leastWkb) {
    if (leastWkb < PageColumn.WKB_HEAD) {
      return 0;
    }
    int rest = leastWkb - PageColumn.WKB_HEAD;
    int srid = rest % Double.BYTES >= Integer.BYTES ? Integer.BYTES : 0;
    int coordinates = Math.min(MOST_COORDINATES, (rest - srid) / Double.BYTES);
    return PageColumn.WKB_HEAD + srid + coordinates * Double.BYTES;
  }

  private void read(byte[] page, PageColumn column) {
    int[] bases = column.inRow() ? rows : cells;
    int offset = column.offset();
    if (column.width() == Long.BYTES) {
      for (int i = 0; i < count; i++) {
        values[i] = (long) WordPacker.LONGS.get(page, bases[i] + offset);
      }
    } else if (column.width() == Integer.BYTES) {
      for (int i = 0; i < count; i++) {
        values[i] = (int) INTS.get(page, bases[i] + offset);
      }
    } else {
      for (int i = 0; i < count; i++) {
        values[i] = page[bases[i] + offset];
      }
    }
  }

  private void reverse(boolean isReversed) {
    for (int i = 0; isReversed && i < count; i++) {
      values[i] = Long.reverseBytes(values[i]);
    }
  }

  private void packText(byte[] page, int fixed, WordPacker out, ChunkText codec) {
    if (text.length < page.length) {
      text = new byte[page.length];
    }
    textBytes = 0;
    packGeometries(page, fixed);
    for (int i = 0; i < columns.variable().length; i++) {
      int first = i * count;
      int prefix = prefix(page, first);
      out.putSize(prefix);
      packValues(page, first, prefix);
    }
    codec.pack(text, textBytes, out);
  }

  /*
   * The loops over the records have a method each. HotSpot compiles a method while it runs if the
   * method repeats loops more often than it is called, and compiles it again later.
   */

  private void packGeometries(byte[] page, int fixed) {
    for (int i = 0; i < count; i++) {
      addText(page, cells[i] + HeapCell.INLINE_HEAD + fixed, wkbBytes[i] - fixed);
      starts[i] = rows[i] + columns.fixedBytes();
    }
  }

  private void packValues(byte[] page, int first, int prefix) {
    int known = 0;
    for (int i = 0; i < count; i++) {
      int length = lengths[first + i];
      if (length > 0) {
        addText(page, starts[i] + known, length - known);
        known = prefix;
        starts[i] += length;
      }
    }
  }

  private void addText(byte[] from, int at, int length) {
    if (length == 0) {
      return;
    }
    System.arraycopy(from, at, text, textBytes, length);
    textBytes += length;
  }

  /**
   * Returns the length of the common prefix of the non-empty values of a variable-length column.
   *
   * @param first position of the column's first length in {@link #lengths}
   */
  private int prefix(byte[] page, int first) {
    int known = -1;
    int prefix = 0;
    for (int i = 0; i < count; i++) {
      int length = lengths[first + i];
      if (length > 0 && known < 0) {
        known = starts[i];
        prefix = length;
      } else if (length > 0) {
        int most = Math.min(prefix, length);
        int differing =
            Arrays.mismatch(page, known, known + most, page, starts[i], starts[i] + most);
        prefix = differing < 0 ? most : differing;
      }
    }
    return prefix;
  }

  /**
   * Reads a page that {@link #pack} has written.
   *
   * @param bytes receives the page; all bytes must be 0
   */
  void unpack(WordUnpacker in, byte[] bytes) {
    ByteBuffer page = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    NodeChunk.unpackHeader(in, page);
    int slots = page.getInt(AT_COUNT);
    if (slots < 1 || slots > bytes.length / HeapPage.taken(0)) {
      throw new IllegalArgumentException("impossible number of records");
    }
    resize(slots);
    long[] ids = new long[count];
    in.column(ids, count, ids);
    in.column(values, count, values);
    for (int i = 0; i < count; i++) {
      wkbBytes[i] = Math.toIntExact(values[i]);
      rowBytes[i] = columns.fixedBytes();
    }
    for (int i = 0; i < columns.variable().length; i++) {
      in.column(values, count, values);
      for (int j = 0; j < count; j++) {
        lengths[i * count + j] = Math.toIntExact(values[j]);
        rowBytes[j] += lengths[i * count + j];
      }
    }
    place(page);
    int fixed = coordinates(leastWkb());
    PageColumn[] stored = pageColumns(fixed);
    System.arraycopy(ids, 0, values, 0, count);
    write(bytes, stored[0]);
    for (int i = 2 + columns.variable().length; i < stored.length; i++) {
      in.column(values, count, values);
      reverse(stored[i].isCoordinate() && bytes[cells[0] + HeapCell.INLINE_HEAD] == 0);
      write(bytes, stored[i]);
    }
    unpackText(in, bytes, fixed);
  }

  /** Computes the position of each record in the page, and writes the slots and lengths. */
  private void place(ByteBuffer page) {
    int at = HeapPage.HEADER_BYTES;
    for (int i = 0; i < count; i++) {
      int length = HeapCell.INLINE_HEAD + wkbBytes[i] + rowBytes[i];
      int slot = page.capacity() - HeapPage.SLOT_BYTES * (i + 1);
      page.putShort(slot, (short) at).putShort(slot + 2, (short) length);
      page.put(at, (byte) HeapCell.INLINE).putInt(at + PageColumn.AT_WKB_LENGTH, wkbBytes[i]);
      cells[i] = at;
      rows[i] = at + HeapCell.INLINE_HEAD + wkbBytes[i];
      at += length;
    }
  }

  private void write(byte[] page, PageColumn column) {
    int[] bases = column.inRow() ? rows : cells;
    int offset = column.offset();
    if (column.width() == Long.BYTES) {
      for (int i = 0; i < count; i++) {
        WordPacker.LONGS.set(page, bases[i] + offset, values[i]);
      }
    } else if (column.width() == Integer.BYTES) {
      for (int i = 0; i < count; i++) {
        INTS.set(page, bases[i] + offset, (int) values[i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        page[bases[i] + offset] = (byte) values[i];
      }
    }
  }

  private void unpackText(WordUnpacker in, byte[] page, int fixed) {
    int variables = columns.variable().length;
    int[] prefixes = new int[variables];
    textBytes = 0;
    for (int i = 0; i < count; i++) {
      textBytes += wkbBytes[i] - fixed;
      starts[i] = rows[i] + columns.fixedBytes();
    }
    for (int i = 0; i < variables; i++) {
      prefixes[i] = in.getSize();
      boolean added = false;
      for (int j = 0; j < count; j++) {
        int length = lengths[i * count + j];
        if (length > 0) {
          textBytes += length - (added ? prefixes[i] : 0);
          added = true;
        }
      }
    }
    if (textBytes > page.length) {
      throw new IllegalArgumentException("impossible lengths");
    }
    text = ChunkText.unpack(in, text, textBytes);
    int at = 0;
    for (int i = 0; i < count; i++) {
      System.arraycopy(
          text, at, page, cells[i] + HeapCell.INLINE_HEAD + fixed, wkbBytes[i] - fixed);
      at += wkbBytes[i] - fixed;
    }
    for (int i = 0; i < variables; i++) {
      int common = -1;
      for (int j = 0; j < count; j++) {
        int length = lengths[i * count + j];
        if (length > 0) {
          int known = common < 0 ? 0 : prefixes[i];
          System.arraycopy(text, Math.max(0, common), page, starts[j], known);
          System.arraycopy(text, at, page, starts[j] + known, length - known);
          common = common < 0 ? at : common;
          at += length - known;
          starts[j] += length;
        }
        INTS.set(page, rows[j] + columns.variable()[i], starts[j] - rows[j] - columns.fixedBytes());
      }
    }
  }
}
