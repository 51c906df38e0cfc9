package org.flashgrove.core.node;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Steps that move and overwrite bytes of one node whose layout is {@linkplain NodeLayout#isRaw
 * raw}. Each step applies to the result of the previous steps. Offsets count from the first byte of
 * the content.
 *
 * <p>A step begins with a head word {to: 16 bits, from: 16 bits from bit 16, length: 16 bits from
 * bit 32, kind: from bit 48}. Kind 1 copies {@code length} bytes within the node. Kind 2 takes the
 * bytes from the words after the head, eight per word, the first in the lowest bits.
 */
public final class NodePatch {
  private static final int MOVE = 1;
  private static final int WRITE = 2;
  private static final int FIELD = 0xFFFF;
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private long[] words = new long[32];
  private int count;

  /** Forgets all steps. */
  public NodePatch clear() {
    count = 0;
    return this;
  }

  /** Returns the array that contains the words of all steps; valid until the next step. */
  public long[] words() {
    return words;
  }

  /** Returns the number of words in all steps. */
  public int count() {
    return count;
  }

  /** Copies bytes of the node to another place in it; the two ranges may overlap. */
  public NodePatch move(int from, int to, int length) {
    if (length > 0) {
      head(MOVE, from, to, length, 0);
    }
    return this;
  }

  /** Overwrites bytes of the node. */
  public NodePatch write(int to, byte[] source, int at, int length) {
    if (length > 0) {
      int payload = (length + Long.BYTES - 1) / Long.BYTES;
      head(WRITE, 0, to, length, payload);
      int whole = length / Long.BYTES;
      for (int i = 0; i < whole; i++) {
        words[count + i] = (long) WORD.get(source, at + i * Long.BYTES);
      }
      if (whole < payload) {
        long last = 0;
        for (int i = length - 1; i >= whole * Long.BYTES; i--) {
          last = last << Byte.SIZE | source[at + i] & 0xFF;
        }
        words[count + whole] = last;
      }
      count += payload;
    }
    return this;
  }

  private void head(int kind, int from, int to, int length, int payload) {
    if ((from | to | length) >>> Short.SIZE != 0) {
      throw new IllegalArgumentException(
          "node patch of "
              + length
              + " bytes from "
              + from
              + " to "
              + to
              + " (allowed: 0 to "
              + FIELD
              + " each)");
    }
    if (count + 1 + payload > words.length) {
      words = Arrays.copyOf(words, 2 * (count + 1 + payload));
    }
    words[count++] = to | (long) from << 16 | (long) length << 32 | (long) kind << 48;
  }

  /** Applies the steps to the content of a node. */
  void applyTo(EntryList content) {
    ByteBuffer bytes =
        ByteBuffer.allocate(content.count() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(content.words(), 0, content.count());
    if (!apply(bytes, 0, content.count() * Long.BYTES, words, 0, count)) {
      throw new IllegalArgumentException(
          "node patch: reaches beyond the " + bytes.capacity() + " bytes of the node");
    }
    bytes.asLongBuffer().get(content.words(), 0, content.count());
  }

  /**
   * Applies steps to a node's bytes, little endian.
   *
   * @param start offset of the content, which is {@code size} bytes long
   * @return false if the words are not valid steps; some of them may have been applied
   */
  static boolean apply(ByteBuffer bytes, int start, int size, long[] words, int at, int count) {
    int next = at;
    int end = at + count;
    while (next < end) {
      long head = words[next++];
      int to = (int) head & FIELD;
      int from = (int) (head >>> 16) & FIELD;
      int length = (int) (head >>> 32) & FIELD;
      int kind = (int) (head >>> 48);
      int payload = kind == WRITE ? (length + Long.BYTES - 1) / Long.BYTES : 0;
      boolean fits = to + length <= size && from + length <= size && next + payload <= end;
      if (!fits || kind != MOVE && kind != WRITE) {
        return false;
      }
      if (kind == MOVE) {
        bytes.put(start + to, bytes, start + from, length);
      } else {
        int whole = length / Long.BYTES;
        for (int i = 0; i < whole; i++) {
          bytes.putLong(start + to + i * Long.BYTES, words[next + i]);
        }
        for (int i = whole * Long.BYTES; i < length; i++) {
          long word = words[next + whole];
          bytes.put(start + to + i, (byte) (word >>> Byte.SIZE * (i % Long.BYTES)));
        }
      }
      next += payload;
    }
    return true;
  }
}
