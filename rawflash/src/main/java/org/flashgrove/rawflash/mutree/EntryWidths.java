package org.flashgrove.rawflash.mutree;

/**
 * Widths of the parts of entries in bytes. A leaf entry is a key and a value. An inner entry is a
 * separator, which is a key that may be wider, and the 4-byte number of a flash page.
 *
 * @param keyBytes 4 or 8
 * @param valueBytes 4 or 8
 * @param separatorBytes 4 or 8, at least {@code keyBytes}
 */
public record EntryWidths(int keyBytes, int valueBytes, int separatorBytes) {
  private static final int PAGE_NUMBER_BYTES = 4;

  /**
   * Widths in the evaluation of Yang et al.: "the key value is eight bytes, consisting of a 4-byte
   * key and a four-byte pointer". A leaf entry therefore takes 8 bytes. Separators are taken to be
   * eight bytes wide, so an inner entry takes 12.
   */
  public static final EntryWidths PAPER = new EntryWidths(4, 4, 8);

  /** Throws an {@link IllegalArgumentException} if a value is out of range. */
  public EntryWidths {
    require("keyBytes", keyBytes);
    require("valueBytes", valueBytes);
    require("separatorBytes", separatorBytes);
    if (separatorBytes < keyBytes) {
      throw new IllegalArgumentException(
          "separatorBytes "
              + separatorBytes
              + " (allowed: "
              + keyBytes
              + ", the width of a key, or 8)");
    }
  }

  private static void require(String name, int bytes) {
    if (bytes != 4 && bytes != 8) {
      throw new IllegalArgumentException(name + " " + bytes + " (allowed: 4, 8)");
    }
  }

  /** Returns the size of a leaf entry in bytes. */
  public int leafEntryBytes() {
    return keyBytes + valueBytes;
  }

  /** Returns the size of an inner entry in bytes. */
  public int innerEntryBytes() {
    return separatorBytes + PAGE_NUMBER_BYTES;
  }

  /** Returns whether a key and a value fit in these widths. */
  public boolean holds(long key, long value) {
    return fits(key, keyBytes) && fits(value, valueBytes);
  }

  /**
   * Rejects a key that exceeds the width.
   *
   * @throws IllegalArgumentException with a message that names the allowed range
   */
  public void requireKey(long key) {
    require("key", key, keyBytes);
  }

  /**
   * Rejects a value that exceeds the width.
   *
   * @throws IllegalArgumentException with a message that names the allowed range
   */
  public void requireValue(long value) {
    require("value", value, valueBytes);
  }

  private static boolean fits(long number, int bytes) {
    return bytes == 8 || number == (int) number;
  }

  private static void require(String name, long number, int bytes) {
    if (!fits(number, bytes)) {
      throw new IllegalArgumentException(
          name
              + " "
              + number
              + " (allowed: "
              + Integer.MIN_VALUE
              + " to "
              + Integer.MAX_VALUE
              + ")");
    }
  }
}
