package org.flashgrove.salvage.entry;

import java.util.SplittableRandom;

/**
 * Bloom filter of the entries that a salvage has found so far. It takes about two bytes per entry,
 * and sets four bits for each entry. For about one new entry in 400, it wrongly reports that the
 * entry may have been found before.
 */
final class MetEntries {
  private static final int BITS_AN_ENTRY = 16;
  private static final int PROBES = 4;

  private final long[] bits;
  private final long bitCount;

  /**
   * Creates an empty filter.
   *
   * @param most expected maximum number of entries; determines the size of the filter
   */
  MetEntries(long most) {
    long words = Math.max(16, most * BITS_AN_ENTRY / Long.SIZE);
    bits = new long[(int) Math.min(1 << 28, words)];
    bitCount = (long) bits.length * Long.SIZE;
  }

  /**
   * Adds an entry. Returns true if the entry certainly was not added before, false if it may have
   * been.
   */
  boolean add(LeafEntries entries, long[] words) {
    long hash = mix(entries.id(words));
    hash = mix(hash + Double.doubleToRawLongBits(entries.minX(words)));
    hash = mix(hash + Double.doubleToRawLongBits(entries.minY(words)));
    hash = mix(hash + Double.doubleToRawLongBits(entries.maxX(words)));
    hash = mix(hash + Double.doubleToRawLongBits(entries.maxY(words)));
    long step = mix(hash) | 1;
    boolean isNew = false;
    for (int probe = 0; probe < PROBES; probe++, hash += step) {
      long bit = Long.remainderUnsigned(hash, bitCount);
      int word = (int) (bit >>> 6);
      isNew |= (bits[word] >>> bit & 1) == 0;
      bits[word] |= 1L << bit;
    }
    return isNew;
  }

  /** The finalizer of SplitMix64. */
  private static long mix(long value) {
    return new SplittableRandom(value).nextLong();
  }
}
