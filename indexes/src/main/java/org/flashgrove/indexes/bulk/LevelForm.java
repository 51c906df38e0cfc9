package org.flashgrove.indexes.bulk;

import java.util.EnumSet;
import java.util.Set;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.node.EntryList;

/** A tree whose levels are packed one above the other: how its entries are written. */
public non-sealed interface LevelForm extends BulkForm {
  @Override
  default Set<BulkOrder> orders() {
    return curve() != null
        ? EnumSet.of(BulkOrder.HILBERT)
        : EnumSet.of(BulkOrder.STR, BulkOrder.HILBERT, BulkOrder.NEARESTX);
  }

  /**
   * Returns the curve that the tree keeps its entries in the order of, or null if any order will
   * do.
   */
  default HilbertCurve curve() {
    return null;
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
