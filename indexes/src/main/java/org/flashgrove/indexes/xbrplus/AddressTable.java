package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.node.EntryList;

/** Addresses of all entries in a list. Splits and merges of nodes use this table. */
final class AddressTable {
  private final XbrPlusLayout layout;
  private final Address scratch = new Address();
  private final long[] high;
  private final long[] low;
  private final int[] level;

  /** Creates a table with room for {@code capacity} addresses. */
  AddressTable(XbrPlusLayout layout, int capacity) {
    this.layout = layout;
    high = new long[capacity];
    low = new long[capacity];
    level = new int[capacity];
  }

  /** Computes the full addresses of the points in a leaf's entries. */
  void loadPoints(EntryList entries) {
    for (int i = 0; i < entries.count(); i++) {
      layout.pointAddress(entries.words(), i * entries.stride(), scratch);
      keep(i);
    }
  }

  /** Computes the quadrants of an internal node's entries. */
  void loadQuadrants(EntryList entries) {
    for (int i = 0; i < entries.count(); i++) {
      layout.quadrant(entries.words(), i * entries.stride(), scratch);
      keep(i);
    }
  }

  private void keep(int index) {
    high[index] = scratch.high();
    low[index] = scratch.low();
    level[index] = scratch.level();
  }

  int level(int index) {
    return level[index];
  }

  void get(int index, Address into) {
    into.set(high[index], low[index], level[index]);
  }

  /**
   * Sets {@code into} to the quadrant that consists of the first {@code digits} digits of the
   * address at an index.
   */
  void ancestor(int index, int digits, Address into) {
    into.set(high[index], low[index], digits);
  }

  /** Returns whether the quadrant or point at an index equals or lies in {@code quadrant}. */
  boolean isIn(int index, Address quadrant) {
    return quadrant.covers(high[index], low[index], level[index]);
  }

  /** Returns a digit of the address at an index. Digits are counted from 1. */
  int digit(int index, int number) {
    return Address.digit(high[index], low[index], number);
  }

  /**
   * Returns the length in digits of the common prefix of the address at an index and the previous
   * address.
   */
  int commonWithPrevious(int index) {
    int common = Address.commonDigits(high[index - 1], low[index - 1], high[index], low[index]);
    return Math.min(common, Math.min(level[index - 1], level[index]));
  }

  /**
   * Returns the index of the smallest quadrant that covers {@code quadrant} and precedes the entry
   * at {@code index} in preorder. Returns -1 if there is none. If {@code quadrant} is the quadrant
   * of this entry, the result is the quadrant out of which the entry's quadrant was cut.
   */
  int smallestCovering(int index, Address quadrant) {
    for (int i = index - 1; i >= 0; i--) {
      scratch.set(high[i], low[i], level[i]);
      if (scratch.covers(quadrant)) {
        return i;
      }
    }
    return -1;
  }
}
