package org.flashgrove.indexes.bulk;

import org.flashgrove.core.node.EntryList;

/** Entries of five words at every level: id or child, and the rectangle. */
public final class RectangleForm implements BulkForm {
  private static final int WORDS = 5;

  @Override
  public void leafEntry(long[] entry, long[] into) {
    System.arraycopy(entry, 0, into, 0, WORDS);
  }

  @Override
  public void childEntry(long childId, int childLevel, EntryList entries, long[] into) {
    into[0] = childId;
    double minX = Double.POSITIVE_INFINITY;
    double minY = Double.POSITIVE_INFINITY;
    double maxX = Double.NEGATIVE_INFINITY;
    double maxY = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < entries.count(); i++) {
      minX = Math.min(minX, entries.real(i, 1));
      minY = Math.min(minY, entries.real(i, 2));
      maxX = Math.max(maxX, entries.real(i, 3));
      maxY = Math.max(maxY, entries.real(i, 4));
    }
    into[1] = Double.doubleToRawLongBits(minX);
    into[2] = Double.doubleToRawLongBits(minY);
    into[3] = Double.doubleToRawLongBits(maxX);
    into[4] = Double.doubleToRawLongBits(maxY);
  }
}
