package org.flashgrove.indexes.rtree;

import org.flashgrove.core.node.EntryList;

/** Bounding rectangles of lists of entries. */
final class Bounds {
  private Bounds() {}

  /** Writes the exact bound of entries {@code [from, to)}, at least one, to {@code into[at]} on. */
  static void of(EntryList entries, int from, int to, long[] into, int at) {
    double minX = entries.real(from, 1);
    double minY = entries.real(from, 2);
    double maxX = entries.real(from, 3);
    double maxY = entries.real(from, 4);
    for (int i = from + 1; i < to; i++) {
      minX = Math.min(minX, entries.real(i, 1));
      minY = Math.min(minY, entries.real(i, 2));
      maxX = Math.max(maxX, entries.real(i, 3));
      maxY = Math.max(maxY, entries.real(i, 4));
    }
    into[at] = Double.doubleToRawLongBits(minX);
    into[at + 1] = Double.doubleToRawLongBits(minY);
    into[at + 2] = Double.doubleToRawLongBits(maxX);
    into[at + 3] = Double.doubleToRawLongBits(maxY);
  }
}
