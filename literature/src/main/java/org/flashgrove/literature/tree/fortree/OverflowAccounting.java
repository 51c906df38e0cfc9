package org.flashgrove.literature.tree.fortree;

/**
 * Rule for which accesses to a node with overflow nodes count towards its merge-back, which turns
 * overflow nodes into ordinary nodes. Every rule counts queries, and insertions that pass an
 * internal node, as in the paper of Jin et al. (2015).
 */
public enum OverflowAccounting {
  /**
   * Also counts every insertion into an overflow node, because such an insertion reads overflow
   * nodes to find room. {@link ForTreeConfig} ensures that chains of overflow nodes then have a
   * limited length.
   */
  ALL,

  /**
   * Also counts every insertion into an overflow node of the root. This corrects only the endless
   * chain at the root that Carniel's thesis (2019) reports. Leaves below the root still grow long
   * chains.
   */
  ROOT,

  /**
   * Counts no other accesses, as in the paper. While the root is a leaf, no insertion is counted. A
   * tree built without queries therefore stays a single node with an endless chain of overflow
   * nodes (Carniel's thesis, 2019, sections 6.7.3 and 8.2). Only for comparison.
   */
  PAPER
}
