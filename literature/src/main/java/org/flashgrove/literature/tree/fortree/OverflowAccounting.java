package org.flashgrove.literature.tree.fortree;

/**
 * Accesses to an overflowed node that count towards its merge-back. Queries and the path of an
 * insertion through internal nodes always count, as published.
 */
public enum OverflowAccounting {
  /**
   * Also counts every insertion into an overflow node, because finding room there reads overflow
   * nodes. Chains are then bounded, which {@link ForTreeConfig} ensures.
   */
  ALL,

  /**
   * Also counts every insertion into an overflow node of the root. This corrects only the problem
   * reported in the thesis: leaves below the root still grow long chains.
   */
  ROOT,

  /**
   * Counts nothing else, as published. A root that is a leaf is on no insertion path, so a tree
   * built without queries stays one node with an endless chain (thesis, sections 6.7.3 and 8.2).
   * Only for comparison.
   */
  PAPER
}
