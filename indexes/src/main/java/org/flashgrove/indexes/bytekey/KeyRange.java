package org.flashgrove.indexes.bytekey;

import java.util.Arrays;

/**
 * Range of byte strings in unsigned order. Immutable; the arrays are not copied.
 *
 * @param from the first string of the range
 * @param to the first string after the range, or null for no end
 */
public record KeyRange(byte[] from, byte[] to) {
  /** The range of all strings. */
  public static final KeyRange ALL = new KeyRange(new byte[0], null);

  /**
   * Returns the range that begins with {@code from} and ends with the last string that starts with
   * {@code last}.
   */
  public static KeyRange closed(byte[] from, byte[] last) {
    return new KeyRange(from, behind(last));
  }

  /**
   * Returns the first string after all strings that start with {@code beginning}, or null if there
   * is none.
   */
  public static byte[] behind(byte[] beginning) {
    int length = beginning.length;
    while (length > 0 && beginning[length - 1] == (byte) 0xFF) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] next = Arrays.copyOf(beginning, length);
    next[length - 1]++;
    return next;
  }

  /** Returns whether no string is in the range. */
  public boolean isEmpty() {
    return to != null && Arrays.compareUnsigned(from, to) >= 0;
  }

  /**
   * Returns the range to search in a tree that truncates keys to {@code most} bytes. It contains
   * each string of this range in its truncated form.
   */
  KeyRange cut(int most) {
    byte[] first = from.length > most ? Arrays.copyOf(from, most) : from;
    byte[] end = to != null && to.length > most ? behind(Arrays.copyOf(to, most)) : to;
    return first == from && end == to ? this : new KeyRange(first, end);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyRange range
        && Arrays.equals(from, range.from)
        && Arrays.equals(to, range.to);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(from) + Arrays.hashCode(to);
  }

  @Override
  public String toString() {
    return Arrays.toString(from) + " to " + Arrays.toString(to);
  }
}
