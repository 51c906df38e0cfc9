package org.flashgrove.core.structure;

/**
 * Statistics of the overflow nodes of one level of a tree.
 *
 * @param nodes number of overflow nodes
 * @param entries number of entries in these nodes
 * @param longestChain maximum number of overflow nodes that continue one node
 */
public record OverflowStructure(long nodes, long entries, int longestChain) {
  /** Statistics of a level without overflow nodes. */
  public static final OverflowStructure NONE = new OverflowStructure(0, 0, 0);
}
