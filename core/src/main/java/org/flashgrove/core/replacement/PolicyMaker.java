package org.flashgrove.core.replacement;

/** Factory of a replacement policy with given parameters. */
@FunctionalInterface
public interface PolicyMaker {
  /**
   * Creates the policy for a buffer.
   *
   * @param capacity maximum sum of the costs of the resident pages, at least 0
   * @param pageCost cost of a full page, at least 1. A policy that has a parameter in pages assumes
   *     that the buffer has {@code capacity / pageCost} pages
   * @param identifiers queue for the identifiers of policies that need a queue (S2Q, 2Q), or null
   *     to create a new queue
   * @param pages the buffer
   */
  ReplacementPolicy make(
      long capacity, long pageCost, IdentifierQueue identifiers, CachedPages pages);
}
