package org.flashgrove.grove.packed;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Fields of 0 to 64 bits at any bit of an array of bytes, the lowest bits first. Fields are read
 * and written as words: {@value #TAIL_BYTES} bytes behind the last field belong to the array, too.
 */
final class PackedBits {
  /** Bytes that a page keeps free behind its last field. */
  static final int TAIL_BYTES = 8;

  /** Widest field that is in one word wherever it begins. */
  static final int ONE_WORD = Long.SIZE - 7;

  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private PackedBits() {}

  /** Returns the greatest number of a width; all bits set for width 64. */
  static long greatest(int width) {
    return width == 0 ? 0 : -1L >>> Long.SIZE - width;
  }

  /** Returns the width of a number without sign. */
  static int width(long greatest) {
    return Long.SIZE - Long.numberOfLeadingZeros(greatest);
  }

  /** Returns the bytes that a column takes. */
  static long bytes(long fields, int width) {
    return fields * width + Byte.SIZE - 1 >> 3;
  }

  /** Reads the field of a width at a bit, whose greatest number is {@code mask}. */
  static long read(byte[] bytes, int bit, int width, long mask) {
    int at = bit >>> 3;
    int skip = bit & 7;
    long word = (long) LONG.get(bytes, at) >>> skip;
    if (skip + width > Long.SIZE) {
      word |= (long) bytes[at + Long.BYTES] << Long.SIZE - skip;
    }
    return word & mask;
  }

  /**
   * Reads, as {@link #read} does, a field of at most {@value #ONE_WORD} bits, which one word holds.
   */
  static long readNarrow(byte[] bytes, int bit, long mask) {
    return (long) LONG.get(bytes, bit >>> 3) >>> (bit & 7) & mask;
  }

  /** Writes a field whose bits are all zero still; the value is not wider. */
  static void write(byte[] bytes, int bit, int width, long value) {
    int at = bit >>> 3;
    int skip = bit & 7;
    LONG.set(bytes, at, (long) LONG.get(bytes, at) | value << skip);
    if (skip + width > Long.SIZE) {
      bytes[at + Long.BYTES] |= (byte) (value >>> Long.SIZE - skip);
    }
  }

  /**
   * Writes fields of a width one behind the other. What is before the first bit stays, and no byte
   * behind the last one is written.
   *
   * @param values not wider than the width
   */
  static void writeAll(byte[] bytes, int firstBit, int width, long[] values, int count) {
    if (width == 0) {
      return;
    }
    int at = firstBit >>> 3;
    int used = firstBit & 7;
    long word = bytes[at] & greatest(used);
    for (int i = 0; i < count; i++) {
      long value = values[i];
      word |= value << used;
      used += width;
      if (used >= Long.SIZE) {
        LONG.set(bytes, at, word);
        at += Long.BYTES;
        used -= Long.SIZE;
        word = used == 0 ? 0 : value >>> width - used;
      }
    }
    for (; used > 0; used -= Byte.SIZE) {
      bytes[at++] = (byte) word;
      word >>>= Byte.SIZE;
    }
  }

  /**
   * Reads fields of a width that stand one behind the other.
   *
   * @param base is added to each
   */
  static void readAll(
      byte[] bytes, int firstBit, int width, long base, long[] into, int at, int count) {
    long mask = greatest(width);
    int bit = firstBit;
    if (width <= ONE_WORD) {
      for (int i = at; i < at + count; i++) {
        into[i] = base + readNarrow(bytes, bit, mask);
        bit += width;
      }
      return;
    }
    for (int i = at; i < at + count; i++) {
      into[i] = base + read(bytes, bit, width, mask);
      bit += width;
    }
  }
}
