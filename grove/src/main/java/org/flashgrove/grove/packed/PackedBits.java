package org.flashgrove.grove.packed;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads and writes bit fields of 0 to 64 bits in a byte array, lowest bits first. It accesses whole
 * words, so {@value #TAIL_BYTES} bytes must follow the last field in the array.
 */
final class PackedBits {
  /** Number of bytes that a page keeps free after its last field. */
  static final int TAIL_BYTES = 8;

  /** Maximum width of a field that always lies within one unaligned word. */
  static final int ONE_WORD = Long.SIZE - 7;

  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private PackedBits() {}

  /** Returns the largest number that fits {@code width} bits. For 64 bits, all bits are set. */
  static long greatest(int width) {
    return width == 0 ? 0 : -1L >>> Long.SIZE - width;
  }

  /** Returns how many bits the unsigned number {@code greatest} needs. */
  static int width(long greatest) {
    return Long.SIZE - Long.numberOfLeadingZeros(greatest);
  }

  /** Returns the number of bytes of a column with {@code fields} fields. */
  static long bytes(long fields, int width) {
    return fields * width + Byte.SIZE - 1 >> 3;
  }

  /**
   * Reads the field that begins at bit {@code bit}.
   *
   * @param mask largest number that fits {@code width} bits
   */
  static long read(byte[] bytes, int bit, int width, long mask) {
    int at = bit >>> 3;
    int skip = bit & 7;
    long word = (long) LONG.get(bytes, at) >>> skip;
    if (skip + width > Long.SIZE) {
      word |= (long) bytes[at + Long.BYTES] << Long.SIZE - skip;
    }
    return word & mask;
  }

  /** Reads a field of at most {@value #ONE_WORD} bits, with a single access. */
  static long readNarrow(byte[] bytes, int bit, long mask) {
    return (long) LONG.get(bytes, bit >>> 3) >>> (bit & 7) & mask;
  }

  /**
   * Writes a field of {@code width} bits that begins at bit {@code bit}. These bits must still be
   * zero, and the value must fit.
   */
  static void write(byte[] bytes, int bit, int width, long value) {
    int at = bit >>> 3;
    int skip = bit & 7;
    LONG.set(bytes, at, (long) LONG.get(bytes, at) | value << skip);
    if (skip + width > Long.SIZE) {
      bytes[at + Long.BYTES] |= (byte) (value >>> Long.SIZE - skip);
    }
  }

  /**
   * Writes consecutive fields of one width. Bits before the first field are kept, and no byte after
   * the last field is written.
   *
   * @param values numbers that fit the width
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
   * Reads consecutive fields of one width.
   *
   * @param base number to add to each field
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
