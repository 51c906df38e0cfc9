package org.flashgrove.indexes.bulk;

/**
 * Division of sorted entries into nodes during a bulk load, by a tree that chooses itself which
 * entries share a node.
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
