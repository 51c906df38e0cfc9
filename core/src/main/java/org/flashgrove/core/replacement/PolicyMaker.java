package org.flashgrove.core.replacement;

/** A policy with its parameters, ready to be made for a buffer. */
@FunctionalInterface
public interface PolicyMaker {
  /**
   * Makes the policy.
   *
   * @param capacity greatest sum of the residents' costs, at least 0
   * @param pageCost what a full page costs, at least 1: parameters that count pages are taken from
   *     {@code capacity / pageCost}
   * @param identifiers where a policy that keeps identifiers of pages apart (S2Q, 2Q) keeps them,
   *     or null for a queue of the policy's own
   * @param pages the buffer
   */
  ReplacementPolicy make(
      long capacity, long pageCost, IdentifierQueue identifiers, CachedPages pages);
}
