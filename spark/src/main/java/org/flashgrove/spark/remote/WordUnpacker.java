package org.flashgrove.spark.remote;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads the columns that a {@link WordPacker} has written. Damaged bytes lead to unchecked
 * exceptions.
 */
final class WordUnpacker {
  /** Maximum number of bits that one read of a number takes. */
  private static final int HALF = 32;

  private byte[] bytes = new byte[0];
  private ByteBuffer in = ByteBuffer.wrap(bytes);
  private int position;

  /** Copies {@code from}, and begins to read at its first byte. */
  void open(byte[] from) {
    if (bytes.length < from.length + 2 * Long.BYTES) {
      bytes = new byte[from.length + 2 * Long.BYTES];
      in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
    System.arraycopy(from, 0, bytes, 0, from.length);
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
    int value = in.getInt(position) & (1 << WordPacker.SIZE_BYTES * Byte.SIZE) - 1;
    position += WordPacker.SIZE_BYTES;
    return value;
  }

  void get(byte[] into, int count) {
    System.arraycopy(bytes, position, into, 0, count);
    position += count;
  }

  private long sized(int size) {
    long value = size == 0 ? 0 : in.getLong(position);
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
      case 0:
        int bits = get();
        unpack(values, 0, count, sized(low), bits);
        break;
      case WordPacker.DIFFERENCES:
        int stepBits = get();
        long step = sized(low);
        values[0] = sized(get());
        unpack(values, 1, count, step, stepBits);
        for (int i = 1; i < count; i++) {
          values[i] += values[i - 1];
        }
        break;
      case WordPacker.DECIMALS:
        if (bytes[position] >>> 4 > WordPacker.DIFFERENCES) {
          throw new IllegalArgumentException("decimals of no whole numbers");
        }
        column(values, count, equal);
        double power = WordPacker.power(low);
        for (int i = 0; i < count; i++) {
          values[i] = Double.doubleToRawLongBits(values[i] / power);
        }
        break;
      case WordPacker.EQUAL:
        System.arraycopy(equal, 0, values, 0, count);
        break;
      default:
        throw new IllegalArgumentException("unknown kind of a column");
    }
  }

  private void unpack(long[] values, int from, int to, long base, int bits) {
    long bit = (long) position * Byte.SIZE;
    int low = Math.min(bits, HALF);
    long lowMask = (1L << low) - 1;
    long highMask = bits > HALF ? (1L << bits - HALF) - 1 : 0;
    for (int i = from; i < to; i++) {
      long number = load(bit) & lowMask;
      if (highMask != 0) {
        number |= (load(bit + low) & highMask) << HALF;
      }
      values[i] = base + number;
      bit += bits;
    }
    position = (int) ((bit + Byte.SIZE - 1) / Byte.SIZE);
  }

  /**
   * Returns bits that begin at position {@code bit}. At least the lower 57 bits of the result are
   * valid.
   */
  private long load(long bit) {
    return in.getLong((int) (bit / Byte.SIZE)) >>> bit % Byte.SIZE;
  }
}
