package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.node.NodeView;

/**
 * Mutable address of a quadrant, which is a string of digits. Each digit names a quarter: 0 to 3
 * for NW, NE, SW, SE. The object is reused to avoid allocation.
 *
 * <p>Each of the first {@link #SPATIAL_LEVELS} digits halves the space on both axes. The remaining
 * digits are a hash of the id and the coordinates of a point. They separate points in the same grid
 * cell. Even if more points are identical than a page can hold, splits can therefore separate them
 * without overflow pages.
 *
 * <p>Addresses are ordered in preorder of the quadtree, prefixes first: {@code * 0* 00* 03* 1* 3*}.
 */
final class Address {
  /** Number of digits that halve the space. */
  static final int SPATIAL_LEVELS = 48;

  /** Maximum number of digits: the spatial digits and 32 bits of a hash. */
  static final int LEVELS = 64;

  private static final int DIGITS_PER_WORD = 32;

  private long high;
  private long low;
  private int level;

  /**
   * Sets this address to the first {@code digits} digits of a full address, which is given as two
   * words.
   */
  void set(long allHigh, long allLow, int digits) {
    high = allHigh & highMask(digits);
    low = allLow & lowMask(digits);
    level = digits;
  }

  /** Copies another address to this one. */
  void set(Address other) {
    high = other.high;
    low = other.low;
    level = other.level;
  }

  /** Sets this address to the address of the original space, which has no digits. */
  void setWhole() {
    high = 0;
    low = 0;
    level = 0;
  }

  /** Sets this address to the address in the header of a node. */
  void setHeader(NodeView node) {
    high = node.header(0);
    low = node.header(1);
    level = (int) node.header(2);
  }

  /** Writes this address as the three words of a node header. */
  void copyTo(long[] header) {
    header[0] = high;
    header[1] = low;
    header[2] = level;
  }

  /** Returns the word with the first 32 digits. */
  long high() {
    return high;
  }

  /** Returns the word with the digits after the first 32. */
  long low() {
    return low;
  }

  /** Returns the number of digits. It is 0 for the original space. */
  int level() {
    return level;
  }

  /** Returns the hash, which is in the last 32 bits of the second word. */
  int hash() {
    return (int) low;
  }

  /** Appends a digit, which selects a quarter. */
  void descend(int digit) {
    level++;
    if (level <= DIGITS_PER_WORD) {
      high |= (long) digit << (2 * (DIGITS_PER_WORD - level));
    } else {
      low |= (long) digit << (2 * (LEVELS - level));
    }
  }

  /**
   * Returns a digit of an address that is given as two words. {@code number} is its position,
   * counted from 1.
   */
  static int digit(long high, long low, int number) {
    return number <= DIGITS_PER_WORD
        ? (int) (high >>> (2 * (DIGITS_PER_WORD - number))) & 3
        : (int) (low >>> (2 * (LEVELS - number))) & 3;
  }

  /**
   * Returns whether this quadrant equals or contains another quadrant. The other quadrant is given
   * as two words and a number of digits. It must have at least as many digits as this quadrant.
   */
  boolean covers(long otherHigh, long otherLow, int otherLevel) {
    return level <= otherLevel
        && ((high ^ otherHigh) & highMask(level)) == 0
        && ((low ^ otherLow) & lowMask(level)) == 0;
  }

  /** Returns whether this quadrant equals or contains another one. */
  boolean covers(Address other) {
    return covers(other.high, other.low, other.level);
  }

  /**
   * Returns whether this quadrant equals or lies in another quadrant. The other quadrant is given
   * as the first digits of two words.
   */
  boolean isIn(long otherHigh, long otherLow, int otherLevel) {
    return otherLevel <= level
        && ((high ^ otherHigh) & highMask(otherLevel)) == 0
        && ((low ^ otherLow) & lowMask(otherLevel)) == 0;
  }

  /** Returns whether both quadrants are equal. */
  boolean isSame(Address other) {
    return level == other.level && high == other.high && low == other.low;
  }

  /** Compares this address with another one in preorder. */
  int compareTo(Address other) {
    return compareTo(other.high, other.low, other.level);
  }

  /**
   * Compares this address with another one in preorder. Bits of the other address after its last
   * digit must be 0.
   */
  int compareTo(long otherHigh, long otherLow, int otherLevel) {
    return compare(high, low, level, otherHigh, otherLow, otherLevel);
  }

  /** Compares two addresses in preorder. Bits of their words after the last digit must be 0. */
  static int compare(long high1, long low1, int level1, long high2, long low2, int level2) {
    int order = Long.compareUnsigned(high1, high2);
    if (order == 0) {
      order = Long.compareUnsigned(low1, low2);
    }
    return order != 0 ? order : Integer.compare(level1, level2);
  }

  /** Returns the length in digits of the common prefix of two full addresses. */
  static int commonDigits(long high1, long low1, long high2, long low2) {
    return high1 != high2
        ? Long.numberOfLeadingZeros(high1 ^ high2) / 2
        : DIGITS_PER_WORD + Long.numberOfLeadingZeros(low1 ^ low2) / 2;
  }

  /** Returns the mask of the bits of {@code digits} digits in the first word. */
  static long highMask(int digits) {
    return digits >= DIGITS_PER_WORD ? -1L : ~(-1L >>> (2 * digits));
  }

  /** Returns the mask of the bits of {@code digits} digits in the second word. */
  static long lowMask(int digits) {
    if (digits <= DIGITS_PER_WORD) {
      return 0;
    }
    return digits == LEVELS ? -1L : ~(-1L >>> (2 * (digits - DIGITS_PER_WORD)));
  }

  /** Returns the digits and an asterisk, the notation of Roumelis et al. (2015). */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int number = 1; number <= level; number++) {
      text.append(digit(high, low, number));
    }
    return text.append('*').toString();
  }
}
