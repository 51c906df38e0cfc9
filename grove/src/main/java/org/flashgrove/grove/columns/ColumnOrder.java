package org.flashgrove.grove.columns;

/**
 * An order of the entries in a list, with one word per entry, so that each entry moves only once.
 */
public abstract sealed class ColumnOrder permits RadixOrder, RunOrder {
  private static final long POSITION = 0xffff_ffffL;

  /** Item per position: the lower half is the index of an entry, the upper half its sort key. */
  long[] items = new long[0];

  /** Makes room for a number of items. Existing items are lost. */
  void makeRoom(int count) {
    if (items.length < count) {
      items = new long[Math.max(count, 2 * items.length)];
    }
  }

  /** Returns the position of an item's entry. */
  static int position(long item) {
    return (int) (item & POSITION);
  }

  /** Returns the position of the entry that comes at a place, 0 for the first one. */
  final int at(int place) {
    return position(items[place]);
  }
}
