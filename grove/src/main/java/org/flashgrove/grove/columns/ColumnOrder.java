package org.flashgrove.grove.columns;

/**
 * Order of the entries of a list. Sorting moves only one word for each entry. The entries
 * themselves are moved once, when they are copied in this order.
 */
public abstract sealed class ColumnOrder permits RadixOrder, RunOrder {
  private static final long POSITION = 0xffff_ffffL;

  /**
   * One item for each position of the order. Its lower half is the index of an entry, and its upper
   * half the sort key.
   */
  long[] items = new long[0];

  /** Makes room for {@code count} items. Existing items are lost. */
  void makeRoom(int count) {
    if (items.length < count) {
      items = new long[Math.max(count, 2 * items.length)];
    }
  }

  /** Returns the index of the entry that an item stands for. */
  static int position(long item) {
    return (int) (item & POSITION);
  }

  /** Returns the index of the entry at a place in the order, counted from 0. */
  final int at(int place) {
    return position(items[place]);
  }
}
