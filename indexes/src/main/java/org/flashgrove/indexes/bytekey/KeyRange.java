package org.flashgrove.indexes.bytekey;

import java.util.Arrays;

/**
 * Range of byte strings in the order of unsigned bytes. Immutable; the arrays are not copied.
 *
 * @param from the least string
 * @param to the first string behind the range, or null for none
 */
public record KeyRange(byte[] from, byte[] to) {
  /** All strings. */
  public static final KeyRange ALL = new KeyRange(new byte[0], null);

  /** Returns the range of all strings from one on, up to those that begin with another. */
  public static KeyRange closed(byte[] from, byte[] last) {
    return new KeyRange(from, behind(last));
  }

  /** Returns the first string behind all those that begin with this one, or null if none is. */
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

  /** Returns the range for strings that are cut behind a number of bytes. */
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
