package org.flashgrove.spark.remote;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads the columns that a {@link WordPacker} has written. Damaged bytes lead to unchecked
 * exceptions.
 */
final class WordUnpacker {
  /** Maximum number of bits of a number that one {@link #load} gives. */
  private static final int MOST_BITS = 57;

  private byte[] bytes = new byte[0];
  private int position;

  /** Copies {@code length} bytes of {@code from}, and begins to read at the first of them. */
  void open(ByteBuffer from, int at, int length) {
    if (bytes.length < length + 2 * Long.BYTES) {
      bytes = new byte[length + 2 * Long.BYTES];
    }
    from.get(at, bytes, 0, length);
    position = 0;
  }

  int position() {
    return position;
  }

  /** Returns an array that begins with the bytes passed to {@link #open}. */
  byte[] bytes() {
    return bytes;
  }

  int get() {
    return bytes[position++] & 0xFF;
  }

  int getSize() {
    int value = (int) word(position) & (1 << WordPacker.SIZE_BYTES * Byte.SIZE) - 1;
    position += WordPacker.SIZE_BYTES;
    return value;
  }

  void get(byte[] into, int count) {
    System.arraycopy(bytes, position, into, 0, count);
    position += count;
  }

  private long word(int at) {
    return (long) WordPacker.LONGS.get(bytes, at);
  }

  private long sized(int size) {
    long value = size == 0 ? 0 : word(position);
    int unused = Long.SIZE - size * Byte.SIZE;
    position += size;
    return size == 0 ? 0 : value << unused >> unused;
  }

  /**
   * Reads a column.
   *
   * @param equal values to return if the column is stored as equal to an earlier one
   */
  void column(long[] values, int count, long[] equal) {
    int first = get();
    int low = first & 0xF;
    switch (first >>> 4) {
      case 0 -> {
        int bits = get();
        unpack(values, 0, count, sized(low), bits);
      }
      case WordPacker.DIFFERENCES -> {
        int stepBits = get();
        long step = sized(low);
        values[0] = sized(get());
        unpack(values, 1, count, step, stepBits);
        for (int i = 1; i < count; i++) {
          values[i] += values[i - 1];
        }
      }
      case WordPacker.DECIMALS -> {
        if (bytes[position] >>> 4 > WordPacker.DIFFERENCES) {
          throw new IllegalArgumentException("decimals of no whole numbers");
        }
        column(values, count, equal);
        double power = WordPacker.power(low);
        for (int i = 0; i < count; i++) {
          values[i] = Double.doubleToRawLongBits(values[i] / power);
        }
      }
      case WordPacker.EQUAL -> System.arraycopy(equal, 0, values, 0, count);
      default -> throw new IllegalArgumentException("unknown kind of a column");
    }
  }

  private void unpack(long[] values, int from, int to, long base, int bits) {
    if (bits == 0) {
      Arrays.fill(values, from, Math.max(from, to), base);
      return;
    }
    long bit = (long) position * Byte.SIZE;
    long lowMask = (1L << Math.min(bits, MOST_BITS)) - 1;
    for (int i = from; i < to; i++) {
      values[i] = base + (load(bit) & lowMask);
      bit += bits;
    }
    if (bits > MOST_BITS) {
      addHighBits(values, from, to, bits);
    }
    position = (int) ((bit + Byte.SIZE - 1) / Byte.SIZE);
  }

  /** Adds the bits of numbers above the lower {@value #MOST_BITS} bits. */
  private void addHighBits(long[] values, int from, int to, int bits) {
    long bit = (long) position * Byte.SIZE + MOST_BITS;
    long mask = (1L << bits - MOST_BITS) - 1;
    for (int i = from; i < to; i++) {
      values[i] += (load(bit) & mask) << MOST_BITS;
      bit += bits;
    }
  }

  /**
   * Returns bits that begin at position {@code bit}. At least the lower 57 bits of the result are
   * valid.
   */
  private long load(long bit) {
    return word((int) (bit >>> 3)) >>> (bit & 7);
  }
}
