package org.flashgrove.indexes.bulk;

import java.util.EnumSet;
import java.util.Set;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.node.EntryList;

/** Entry format of a tree whose levels are packed one after another. */
public non-sealed interface LevelForm extends BulkForm {
  @Override
  default Set<BulkOrder> orders() {
    return curve() != null
        ? EnumSet.of(BulkOrder.HILBERT)
        : EnumSet.of(BulkOrder.STR, BulkOrder.HILBERT, BulkOrder.NEARESTX);
  }

  /**
   * Returns the curve in whose order the tree stores its entries, or null if the tree allows any
   * order.
   */
  default HilbertCurve curve() {
    return null;
  }

  /**
   * Converts an entry to a leaf entry.
   *
   * @param entry id, minX, minY, maxX, maxY
   * @param into receives the entry in the layout of leaves
   */
  void leafEntry(long[] entry, long[] into);

  /**
   * Creates the internal entry for a child.
   *
   * @param entries the entries of the child, in order
   * @param into receives the entry in the layout of internal nodes
   */
  void childEntry(long childId, int childLevel, EntryList entries, long[] into);
}
