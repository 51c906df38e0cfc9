package org.flashgrove.indexes.bulk;

import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.node.EntryList;

/** What bulk loading asks of a tree: how its entries are written. */
public interface BulkForm {
  /** The curve that the tree keeps its entries in the order of, or null if any order will do. */
  default HilbertCurve curve() {
    return null;
  }

  /**
   * Refuses rectangles the tree cannot hold.
   *
   * @throws IllegalArgumentException telling what is allowed
   */
  default void requireHoldable(double minX, double minY, double maxX, double maxY) {
    // most trees hold every rectangle
  }

  /**
   * Makes the words of a leaf entry.
   *
   * @param entry id, minX, minY, maxX, maxY
   * @param into as the layout of leaves says
   */
  void leafEntry(long[] entry, long[] into);

  /**
   * Makes the words of the entry that an internal node keeps of its child.
   *
   * @param entries the entries of the child, all in order
   * @param into as the layout of internal nodes says
   */
  void childEntry(long childId, int childLevel, EntryList entries, long[] into);
}
