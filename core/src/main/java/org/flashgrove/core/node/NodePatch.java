package org.flashgrove.core.node;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Moves and overwrites bytes of one node whose layout {@link NodeLayout#isRaw}: one step after the
 * other, each over what the steps before left. Offsets count from the first byte of the content.
 *
 * <p>A step is a head word {to: 16 bits, from: 16 bits from bit 16, length: 16 bits from bit 32,
 * kind: from bit 48}, where kind 1 copies {@code length} bytes within the node and kind 2 takes
 * them from the words behind the head, eight a word, the first in the lowest bits.
 */
public final class NodePatch {
  private static final int MOVE = 1;
  private static final int WRITE = 2;
  private static final int FIELD = 0xFFFF;

  private long[] words = new long[32];
  private int count;

  /** Forgets all steps. */
  public NodePatch clear() {
    count = 0;
    return this;
  }

  /** Returns the array with the words of all steps; valid until the next step. */
  public long[] words() {
    return words;
  }

  /** Returns the number of words of all steps. */
  public int count() {
    return count;
  }

  /** Copies bytes of the node to another place of it; the two may overlap. */
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
      Arrays.fill(words, count, count + payload, 0);
      for (int i = 0; i < length; i++) {
        words[count + i / Long.BYTES] |= (source[at + i] & 0xFFL) << Byte.SIZE * (i % Long.BYTES);
      }
      count += payload;
    }
    return this;
  }

  private void head(int kind, int from, int to, int length, int payload) {
    if ((from | to | length) >>> Short.SIZE != 0) {
      throw new IllegalArgumentException(
          length + " bytes from " + from + " to " + to + " (allowed: 0 to " + FIELD + ")");
    }
    if (count + 1 + payload > words.length) {
      words = Arrays.copyOf(words, 2 * (count + 1 + payload));
    }
    words[count++] = to | (long) from << 16 | (long) length << 32 | (long) kind << 48;
  }

  /** Applies the steps to the words of a node. */
  void applyTo(EntryList content) {
    ByteBuffer bytes =
        ByteBuffer.allocate(content.count() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(content.words(), 0, content.count());
    if (!apply(bytes, 0, content.count() * Long.BYTES, words, 0, count)) {
      throw new IllegalArgumentException(
          "a patch beyond the " + bytes.capacity() + " bytes of its node");
    }
    bytes.asLongBuffer().get(content.words(), 0, content.count());
  }

  /**
   * Applies steps to a node's bytes, little endian.
   *
   * @param start where the content begins, {@code size} bytes long
   * @return false if the words are no steps within the content; some may have been applied then
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
        for (int i = 0; i < length; i++) {
          long word = words[next + i / Long.BYTES];
          bytes.put(start + to + i, (byte) (word >>> Byte.SIZE * (i % Long.BYTES)));
        }
      }
      next += payload;
    }
    return true;
  }
}
