package org.flashgrove.literature.tree.fortree;

/**
 * Rule by which a merge-back distributes the entries of a node and its overflow nodes over sibling
 * nodes. The paper on the FOR-tree describes only {@link #ARRIVAL}.
 */
public enum MergeBackOrder {
  /**
   * Distributes the entries in order of arrival. Each node is filled before the next one. The last
   * node gets the rest, however small.
   */
  ARRIVAL,

  /**
   * Sorts the entries by their centres along the longer side of their bounding box, and then gives
   * each node the same number of entries.
   */
  EVEN,

  /**
   * Sorts the entries by the Hilbert values of their centres, and then gives each node the same
   * number of entries.
   */
  HILBERT,

  /**
   * Splits the entries with the quadratic split, recursively until each part fits into a node. This
   * may create more nodes than the other orders.
   */
  QUADRATIC
}
