package org.flashgrove.literature.tree.fortree;

/**
 * Distribution of the entries of a node and its overflow nodes over sibling nodes in a merge-back.
 * The paper on the FOR-tree describes only {@link #ARRIVAL}.
 */
public enum MergeBackOrder {
  /**
   * Distributes the entries in order of arrival. Each node is filled before the next one. The last
   * node gets the rest, however small.
   */
  ARRIVAL,

  /**
   * Sorts the entries by their centres along the longer side of their bounding box, and then gives
   * each node equally many.
   */
  EVEN,

  /** Sorts the entries by the Hilbert values of their centres, and gives each node equally many. */
  HILBERT,

  /**
   * Splits the entries with the quadratic split, recursively until each part fits into a node. This
   * may create more nodes than the other orders.
   */
  QUADRATIC
}
