package org.flashgrove.literature.tree.fortree;

/**
 * Which accesses to an overflowed node bring its merge-back nearer. Queries and the way of an
 * insertion through internal nodes count always, as published.
 */
public enum OverflowAccounting {
  /**
   * Counts those, and every entry that is put into an overflow node: finding room there reads
   * overflow nodes. Chains are bounded, which {@link ForTreeConfig} makes sure of.
   */
  ALL,

  /**
   * Counts those, and every entry that is put into an overflow node of the root. Repairs what the
   * thesis reports, and no more: leaves below the root still grow long chains.
   */
  ROOT,

  /**
   * Counts those alone, as published. A root that is a leaf is on the way of no insertion, so a
   * tree that is built without queries stays one node with an endless chain (thesis, sections 6.7.3
   * and 8.2). For the record only.
   */
  PAPER
}
