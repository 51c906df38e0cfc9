package org.flashgrove.storage.heap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.storage.heap.page.FreeSpaceMap;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.log.StoreLog;

/**
 * Sequence of changes to heap pages, encoded as 64-bit words. An operation collects its changes in
 * such a sequence, and the operation's log frame contains the same words.
 *
 * <p>Each change consists of a head word, the page id, and the content bytes, padded to words. The
 * head word is {kind: bits 0 to 7, free-space category ({@code FreeSpaceMap}) of the page after the
 * change: 8 to 15, slot: 16 to 31, byte count: 32 to 63}. {@code docs/format/heap.md} describes the
 * changes.
 */
public final class HeapChanges {
  /** Kind of a change that formats an unused page as an empty data page. */
  static final int FORMAT = 1;

  /** Kind of a change that inserts a cell into an unused slot. */
  public static final int INSERT = 2;

  /** Kind of a change that replaces a cell by another cell of the same record. */
  static final int REPLACE = 3;

  /** Kind of a change that removes the cell of a record. */
  public static final int REMOVE = 4;

  /**
   * Kind of a change that removes a MOVED cell, because its record was moved again or deleted. A
   * MOVED cell contains a record that has outgrown its first page.
   */
  static final int REMOVE_MOVED = 5;

  /**
   * Kind of a change that formats an unused page as an overflow page. The content of the change is
   * the id of the next page, the RID of the record, the page's position in the record's overflow
   * chain, and the payload.
   */
  static final int OVERFLOW = 6;

  /** Kind of a change that marks a page as unused. */
  static final int FREE = 7;

  /**
   * Notes that a run of pages was written directly to the device. Contains the number of records on
   * these pages and the free-space category of each page.
   */
  public static final int SEALED = 8;

  /**
   * Maximum number of 64-bit words that the changes of one operation may take. The remaining words
   * of a log frame are reserved for headers.
   */
  static final int MAX_WORDS = StoreLog.MAX_FRAME_WORDS - 64;

  private static final int HEAD_WORDS = 2;

  /** Size of the buffer of a decoder before it meets a change that needs more, in bytes. */
  private static final int SHORT = 256;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Receives decoded changes, in the order in which they were appended. */
  @FunctionalInterface
  public interface Consumer {
    /**
     * Receives one change.
     *
     * @param category free-space category of the page after the change
     * @param bytes content of the change, from index 0; valid only during the call
     * @param length number of content bytes
     */
    void change(int kind, long pageId, int slot, int category, byte[] bytes, int length);
  }

  private long[] words = new long[256];
  private int length;

  void clear() {
    length = 0;
  }

  boolean isEmpty() {
    return length == 0;
  }

  /**
   * Returns the array whose first {@link #length} words are the encoded changes. The array is valid
   * until the next change is appended.
   */
  long[] words() {
    return words;
  }

  int length() {
    return length;
  }

  /**
   * Appends a change without content.
   *
   * @throws IllegalArgumentException if the changes would then exceed {@link #MAX_WORDS}
   */
  void append(int kind, long pageId, int slot, int category) {
    begin(kind, pageId, slot, category, 0);
  }

  /**
   * Appends a change that writes a cell. The cell is already in its page.
   *
   * @throws IllegalArgumentException if the changes would then exceed {@link #MAX_WORDS}
   */
  void appendCell(int kind, HeapPage page, int slot, int category) {
    int count = page.length(slot);
    int at = begin(kind, page.pageId(), slot, category, count);
    fill(at, page.bytes(), page.offset(slot), count);
  }

  /**
   * Appends a {@link #SEALED} change.
   *
   * @param pageId the first of the pages
   * @param note little-endian buffer whose first {@code count} bytes are the content
   * @throws IllegalArgumentException if the changes would then exceed {@link #MAX_WORDS}
   */
  void appendSealed(long pageId, ByteBuffer note, int count) {
    fill(begin(SEALED, pageId, 0, 0, count), note, 0, count);
  }

  /**
   * Appends an {@link #OVERFLOW} change with the content of an overflow page.
   *
   * @throws IllegalArgumentException if the changes would then exceed {@link #MAX_WORDS}
   */
  void appendOverflow(HeapPage page) {
    int count = page.payloadBytes();
    int at = begin(OVERFLOW, page.pageId(), 0, FreeSpaceMap.OTHER, HeapFile.OVERFLOW_HEAD + count);
    words[at] = page.next();
    words[at + 1] = page.owner();
    words[at + 2] = page.sequence();
    fill(at + HeapFile.OVERFLOW_HEAD / Long.BYTES, page.bytes(), HeapPage.HEADER_BYTES, count);
  }

  /**
   * Appends the head word and the page id of a change, and reserves words for {@code count} content
   * bytes. Returns the index of the first content word.
   */
  private int begin(int kind, long pageId, int slot, int category, int count) {
    int payload = (count + Long.BYTES - 1) / Long.BYTES;
    long needed = (long) length + HEAD_WORDS + payload;
    if (needed > MAX_WORDS) {
      throw new IllegalArgumentException(
          "operation: needs "
              + needed
              + " words of log (allowed: up to "
              + MAX_WORDS
              + "); split it into smaller commits");
    }
    if (needed > words.length) {
      words = Arrays.copyOf(words, (int) Math.max(needed, Math.min(MAX_WORDS, 2L * words.length)));
    }
    words[length] = kind | (long) category << 8 | (long) slot << 16 | (long) count << 32;
    words[length + 1] = pageId;
    int at = length + HEAD_WORDS;
    length = at + payload;
    return at;
  }

  private void fill(int first, ByteBuffer bytes, int from, int count) {
    int whole = count / Long.BYTES;
    for (int i = 0; i < whole; i++) {
      words[first + i] = bytes.getLong(from + i * Long.BYTES);
    }
    int rest = whole * Long.BYTES;
    if (rest < count) {
      long word = 0;
      for (int i = rest; i < count; i++) {
        word |= (bytes.get(from + i) & 0xFFL) << (i - rest) * Byte.SIZE;
      }
      words[first + whole] = word;
    }
  }

  /**
   * Decodes the changes in {@code words[0, to)} and passes them to a consumer.
   *
   * @throws DamagedStoreException if the words are malformed
   */
  public static void decode(long[] words, int to, int pageSize, Consumer consumer) {
    byte[] bytes = new byte[SHORT];
    int at = 0;
    while (at < to) {
      long head = words[at];
      int kind = (int) (head & 0xFF);
      int count = (int) (head >>> 32);
      long payload = ((long) count + Long.BYTES - 1) / Long.BYTES;
      boolean possible = kind >= FORMAT && kind <= SEALED && count >= 0 && count <= pageSize;
      if (!possible || at + HEAD_WORDS + payload > to || words[at + 1] < 0) {
        throw new DamagedStoreException(
            "log",
            "heap record at word " + at,
            "impossible change: kind " + kind + ", " + count + " bytes");
      }
      if (payload * Long.BYTES > bytes.length) {
        bytes = new byte[pageSize + Long.BYTES];
      }
      for (int i = 0; i < payload; i++) {
        WORD.set(bytes, i * Long.BYTES, words[at + HEAD_WORDS + i]);
      }
      consumer.change(
          kind,
          words[at + 1],
          (int) (head >>> 16 & 0xFFFF),
          (int) (head >>> 8 & 0xFF),
          bytes,
          count);
      at += HEAD_WORDS + (int) payload;
    }
  }
}
