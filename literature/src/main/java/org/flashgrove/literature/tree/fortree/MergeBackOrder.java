package org.flashgrove.literature.tree.fortree;

/** Distribution of entries in a merge-back. */
public enum MergeBackOrder {
  /**
   * In order of arrival, as published. Each node is filled before the next one. The last node gets
   * the rest, however small.
   */
  ARRIVAL,

  /** Evenly, by centres along the longer side of the entries' bound. Our addition. */
  EVEN,

  /** Evenly, by the Hilbert values of the centres. Our addition. */
  HILBERT,

  /**
   * By quadratic splits of shares that are too large for a node, which may create further nodes.
   * Our addition.
   */
  QUADRATIC
}
