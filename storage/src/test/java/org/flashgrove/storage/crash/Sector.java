package org.flashgrove.storage.crash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The bytes a device writes as a whole or not at all; never changed once made. */
final class Sector {
  /** Bytes of a sector. */
  static final int BYTES = 512;

  /** A sector never written. */
  static final Sector ZERO = new Sector(new byte[BYTES]);

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private long hash;

  /** Creates a sector of these bytes, which do not change any more. */
  Sector(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the bytes, only to be read. */
  byte[] bytes() {
    return bytes;
  }

  /** This sector with other bytes from {@code at} on. */
  Sector with(int at, byte[] from, int start, int length) {
    byte[] copy = bytes.clone();
    System.arraycopy(from, start, copy, at, length);
    return new Sector(copy);
  }

  /** This sector with zeros from {@code at} on. */
  Sector clearedFrom(int at) {
    byte[] copy = new byte[BYTES];
    System.arraycopy(bytes, 0, copy, 0, at);
    return new Sector(copy);
  }

  /** Returns a hash of the content. Two threads may both compute it. */
  long hash() {
    if (hash == 0) {
      long mixed = 0x9E3779B97F4A7C15L;
      for (int i = 0; i < BYTES; i += Long.BYTES) {
        mixed = mix(mixed + (long) LONGS.get(bytes, i));
      }
      hash = mixed == 0 ? 1 : mixed;
    }
    return hash;
  }

  /** The finalizer of SplitMix64 (Steele, Lea, Flood 2014): every bit depends on every bit. */
  static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
