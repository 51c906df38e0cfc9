package org.flashgrove.literature.tree.fortree;

/**
 * Rule for the accesses to a node with overflow nodes that count towards its merge-back. Queries
 * always count, and so do insertions that pass an internal node, as in the paper of Jin et al.
 * (2015).
 */
public enum OverflowAccounting {
  /**
   * Also counts every insertion into an overflow node, because finding room there reads overflow
   * nodes. {@link ForTreeConfig} ensures that chains are then bounded.
   */
  ALL,

  /**
   * Also counts every insertion into an overflow node of the root. This corrects only the problem
   * that Carniel's thesis (2019) reports. Leaves below the root still grow long chains.
   */
  ROOT,

  /**
   * Counts no other accesses, as in the paper. A root that is a leaf is on no insertion path. A
   * tree built without queries therefore stays a single node with an endless chain (Carniel's
   * thesis, 2019, sections 6.7.3 and 8.2). Only for comparison.
   */
  PAPER
}
