package org.flashgrove.indexes.rtree;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.indexes.bulk.LevelForm;
import org.flashgrove.indexes.tree.Bounds;

/** Entry format of five words at every level: id or child, and the rectangle. */
public final class RectangleForm implements LevelForm {
  private static final int WORDS = 5;
  private static final int UPPER = 3; // index of the word maxX

  @Override
  public void leafEntry(long[] entry, long[] into) {
    System.arraycopy(entry, 0, into, 0, WORDS);
  }

  @Override
  public void childEntry(long childId, int childLevel, EntryList entries, long[] into) {
    into[0] = childId;
    Bounds.of(entries, 0, entries.count(), UPPER, into, 1);
  }
}
