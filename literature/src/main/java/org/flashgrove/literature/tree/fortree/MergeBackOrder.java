package org.flashgrove.literature.tree.fortree;

/** Distribution of entries in a merge-back. */
public enum MergeBackOrder {
  /**
   * In the order of their arrival, each node filled before the next: as published. The first node
   * is full again, and the last takes what is left, however little.
   */
  ARRIVAL,

  /** By their centres along the longer side of their bound, evenly. Ours. */
  EVEN,

  /** By the Hilbert values of their centres, evenly. Ours. */
  HILBERT,

  /** By quadratic splits of what is too much for a node. Ours; may need further nodes. */
  QUADRATIC
}
