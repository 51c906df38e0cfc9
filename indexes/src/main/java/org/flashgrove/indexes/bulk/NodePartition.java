package org.flashgrove.indexes.bulk;

/**
 * Bulk load in progress of a tree that divides the entries itself. It receives sorted entries and
 * creates nodes from them.
 */
public interface NodePartition {
  /**
   * Adds the next entry.
   *
   * @param entry id, minX, minY, maxX, maxY; copied
   */
  void accept(long[] entry);

  /**
   * Creates nodes from the remaining entries, or an empty leaf if there were no entries. Afterwards
   * this object cannot be used.
   */
  void finish();

  /** Returns the node id of the root. Valid after {@link #finish}. */
  long root();

  /** Returns the level of the root. Valid after {@link #finish}. */
  int height();
}
