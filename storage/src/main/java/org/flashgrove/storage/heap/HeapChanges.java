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
 * A sequence of changes to heap pages in flat words: what an operation stages and what its log
 * frame carries.
 *
 * <p>A record is a head word {kind: bits 0 to 7, category of free space after the change: 8 to 15,
 * slot: 16 to 31, byte count: 32 to 63}, the page id, and the bytes, padded to words; {@code
 * docs/format/heap.md} draws them.
 */
public final class HeapChanges {
  /** An unused page becomes an empty data page. */
  static final int FORMAT = 1;

  /** A cell is put into a slot that has none. */
  static final int INSERT = 2;

  /** A cell takes the place of another, as part of the same record. */
  static final int REPLACE = 3;

  /** The cell of a record is removed. */
  static final int REMOVE = 4;

  /** The MOVED cell of a record that goes on elsewhere, or is removed too, is removed. */
  static final int REMOVE_MOVED = 5;

  /** An unused page becomes an overflow page: next page, RID, number in the chain, payload. */
  static final int OVERFLOW = 6;

  /** A page becomes unused. */
  static final int FREE = 7;

  /** Pages from one on were written whole: records on them, category of each. */
  public static final int SEALED = 8;

  /** Most words of an operation, so that they fit in a frame with the frame's own words. */
  static final int MAX_WORDS = StoreLog.MAX_FRAME_WORDS - 64;

  private static final int HEAD_WORDS = 2;
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Receives changes in order. */
  @FunctionalInterface
  public interface Consumer {
    /**
     * Receives one change.
     *
     * @param category of the page's free space after the change
     * @param bytes hold what the change carries from index 0; valid during the call only
     */
    void change(int kind, long pageId, int slot, int category, byte[] bytes, int length);
  }

  private long[] words = new long[256];
  private int length;

  /** Forgets everything. */
  void clear() {
    length = 0;
  }

  boolean isEmpty() {
    return length == 0;
  }

  /** Returns the words; valid until the next change. */
  long[] words() {
    return words;
  }

  /** Returns the number of words. */
  int length() {
    return length;
  }

  /**
   * Appends one change without bytes.
   *
   * @throws IllegalArgumentException if no frame could hold all changes
   */
  void append(int kind, long pageId, int slot, int category) {
    begin(kind, pageId, slot, category, 0);
  }

  /**
   * Appends one change.
   *
   * @param bytes little endian
   * @param from index of the first of its bytes
   * @throws IllegalArgumentException if no frame could hold all changes
   */
  void append(
      int kind, long pageId, int slot, int category, ByteBuffer bytes, int from, int count) {
    fill(begin(kind, pageId, slot, category, count), bytes, from, count);
  }

  /**
   * Appends that a page became part of a chain.
   *
   * @throws IllegalArgumentException if no frame could hold all changes
   */
  void appendOverflow(HeapPage page) {
    int count = page.payloadBytes();
    int at = begin(OVERFLOW, page.pageId(), 0, FreeSpaceMap.OTHER, HeapFile.OVERFLOW_HEAD + count);
    words[at] = page.next();
    words[at + 1] = page.owner();
    words[at + 2] = page.sequence();
    fill(at + HeapFile.OVERFLOW_HEAD / Long.BYTES, page.bytes(), HeapPage.HEADER_BYTES, count);
  }

  /** Appends the head of a change; returns where the words of its bytes begin. */
  private int begin(int kind, long pageId, int slot, int category, int count) {
    int payload = (count + Long.BYTES - 1) / Long.BYTES;
    long needed = (long) length + HEAD_WORDS + payload;
    if (needed > MAX_WORDS) {
      throw new IllegalArgumentException(
          "the operation needs " + needed + " words of log (allowed: " + MAX_WORDS + ")");
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
   * Hands the changes in {@code words[0, to)} to a consumer.
   *
   * @throws DamagedStoreException if the words are no such records
   */
  public static void decode(long[] words, int to, int pageSize, Consumer consumer) {
    byte[] bytes = new byte[pageSize + Long.BYTES];
    int at = 0;
    while (at < to) {
      long head = words[at];
      int kind = (int) (head & 0xFF);
      int count = (int) (head >>> 32);
      long payload = ((long) count + Long.BYTES - 1) / Long.BYTES;
      boolean possible = kind >= FORMAT && kind <= SEALED && count >= 0 && count <= pageSize;
      if (!possible || at + HEAD_WORDS + payload > to || words[at + 1] < 0) {
        throw new DamagedStoreException(
            "log", "heap record at word " + at, "kind " + kind + ", " + count + " bytes");
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
