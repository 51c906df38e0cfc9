package org.flashgrove.access.attribute;

import java.nio.ByteBuffer;
import org.flashgrove.indexes.bplus.KeyKind;

/** Words in signed order for values that have one; see {@link Row#orderWord}. */
final class OrderWord {
  private static final int NANO_STEPS = 1 << Byte.SIZE;
  private static final long NANOS = 1_000_000_000;

  private OrderWord() {}

  static long of(boolean value) {
    return value ? 1 : 0;
  }

  /** NaN comes behind infinity. */
  static long of(double value) {
    return Double.isNaN(value) ? Long.MAX_VALUE : KeyKind.word(value);
  }

  static long unsigned(long word) {
    return word ^ Long.MIN_VALUE;
  }

  /** A moment, to a 256th of a second: seconds of the years -1e9 to 1e9 fit in 56 bits. */
  static long of(long second, int nano) {
    return second << Byte.SIZE | nano * (long) NANO_STEPS / NANOS;
  }

  /** The first eight bytes, zeros behind the last. */
  static long of(ByteBuffer bytes, int offset, int length) {
    long word = 0;
    int count = Math.min(Long.BYTES, length);
    for (int i = 0; i < count; i++) {
      word = word << Byte.SIZE | Byte.toUnsignedInt(bytes.get(offset + i));
    }
    return unsigned(count == 0 ? 0 : word << Byte.SIZE * (Long.BYTES - count));
  }
}
