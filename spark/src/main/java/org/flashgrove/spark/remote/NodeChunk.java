package org.flashgrove.spark.remote;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.flashgrove.core.node.NodePage;

/**
 * Leaf of an index, stored by columns. The header of the page comes first. The first words of all
 * entries follow, then the second words, and so on. Not safe for use by several threads.
 */
final class NodeChunk {
  private static final int AT_COUNT = 8;

  /**
   * Number of coordinates of a corner. A rectangle takes two columns for its lower corner, and then
   * two for its upper corner. If all entries are points, each column of the upper corner equals the
   * column this many columns before it.
   */
  private static final int COORDINATES = 2;

  private static final int RECTANGLE = 5;

  /** Mask for the lower bits of a RID, which contain the slot of the record in its page. */
  private static final long SLOTS = (1 << Short.SIZE) - 1;

  private static final byte[] ZEROS = new byte[4096];

  /**
   * Columns of an entry. The first word is treated as a RID and has two columns, the slots and the
   * pages. Each further word has one.
   */
  private long[][] columns = new long[RECTANGLE + 1][0];

  NodeChunk() {}

  /** Creates a chunk with room for all entries of a page with so many bytes. */
  NodeChunk(int pageSize) {
    resize(RECTANGLE, pageSize / Long.BYTES);
  }

  /**
   * Writes the header of a page. For every 8 bytes it writes a bit mask of the bytes that are not
   * 0, and then these bytes.
   */
  static void packHeader(byte[] page, WordPacker out) {
    for (int at = 0; at < NodePage.HEADER_BYTES; at += Byte.SIZE) {
      int place = out.length();
      int mask = 0;
      out.put(mask);
      for (int i = 0; i < Byte.SIZE; i++) {
        byte value = page[at + i];
        if (value != 0) {
          mask |= 1 << i;
          out.put(value);
        }
      }
      out.bytes()[place] = (byte) mask;
    }
  }

  static void unpackHeader(WordUnpacker in, ByteBuffer page) {
    for (int at = 0; at < NodePage.HEADER_BYTES; at += Byte.SIZE) {
      int mask = in.get();
      for (int i = 0; i < Byte.SIZE; i++) {
        if ((mask >>> i & 1) != 0) {
          page.put(at + i, (byte) in.get());
        }
      }
    }
  }

  static boolean isZero(byte[] page, int from, int to) {
    int at = from;
    while (at < to) {
      int length = Math.min(to - at, ZEROS.length);
      if (!Arrays.equals(page, at, at + length, ZEROS, 0, length)) {
        return false;
      }
      at += length;
    }
    return true;
  }

  private static int capacity(ByteBuffer page, int words) {
    return (page.capacity() - NodePage.HEADER_BYTES) / (words * Long.BYTES);
  }

  private void resize(int words, int count) {
    if (columns.length <= words || columns[0].length < count) {
      columns = new long[words + 1][count];
    }
  }

  /**
   * Writes a page by columns.
   *
   * @param words number of words of an entry
   * @return whether the page is a leaf with such entries. If not, the caller discards the bytes
   *     written
   */
  boolean pack(byte[] bytes, int words, WordPacker out) {
    ByteBuffer page = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int capacity = capacity(page, words);
    int count = page.getInt(AT_COUNT);
    if (count < 1 || count > capacity) {
      return false;
    }
    resize(words, count);
    for (int i = 0; i < words; i++) {
      int start = NodePage.HEADER_BYTES + i * capacity * Long.BYTES;
      read(bytes, start, count, columns[i + 1]);
      if (!isZero(bytes, start + count * Long.BYTES, start + capacity * Long.BYTES)) {
        return false;
      }
    }
    if (!isZero(bytes, NodePage.HEADER_BYTES + words * capacity * Long.BYTES, bytes.length)) {
      return false;
    }
    packHeader(bytes, out);
    divideIds(count);
    for (int i = 0; i <= words; i++) {
      boolean isEqual =
          i > COORDINATES + 1
              && Arrays.equals(columns[i], 0, count, columns[i - COORDINATES], 0, count);
      if (isEqual) {
        out.equal();
      } else {
        out.column(columns[i], count, i > 1);
      }
    }
    return true;
  }

  /*
   * The method reads words from the array and not from a LongBuffer. The first buffer of another
   * class would make HotSpot compile the code of the load, which has only one class, again.
   */
  private static void read(byte[] page, int start, int count, long[] into) {
    for (int i = 0; i < count; i++) {
      into[i] = (long) WordPacker.LONGS.get(page, start + i * Long.BYTES);
    }
  }

  /** Divides the first words of the entries, which are in the second column. */
  private void divideIds(int count) {
    for (int i = 0; i < count; i++) {
      long id = columns[1][i];
      columns[0][i] = id & SLOTS;
      columns[1][i] = id >> Short.SIZE;
    }
  }

  private void unpackIds(int count, WordUnpacker in) {
    long[] slots = columns[0];
    long[] ids = columns[1];
    in.column(slots, count, slots);
    in.column(ids, count, ids);
    for (int i = 0; i < count; i++) {
      ids[i] = slots[i] | ids[i] << Short.SIZE;
    }
  }

  /**
   * Reads a page that {@link #pack} has written.
   *
   * @param bytes receives the page; all bytes must be 0
   */
  void unpack(WordUnpacker in, byte[] bytes, int words) {
    ByteBuffer page = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    unpackHeader(in, page);
    int capacity = capacity(page, words);
    int count = page.getInt(AT_COUNT);
    if (count < 1 || count > capacity) {
      throw new IllegalArgumentException("impossible number of entries");
    }
    resize(words, count);
    for (int i = 0; i < words; i++) {
      if (i == 0) {
        unpackIds(count, in);
      } else {
        in.column(columns[i + 1], count, columns[Math.max(0, i + 1 - COORDINATES)]);
      }
      int at = NodePage.HEADER_BYTES + i * capacity * Long.BYTES;
      for (int j = 0; j < count; j++) {
        WordPacker.LONGS.set(bytes, at + j * Long.BYTES, columns[i + 1][j]);
      }
    }
  }
}
