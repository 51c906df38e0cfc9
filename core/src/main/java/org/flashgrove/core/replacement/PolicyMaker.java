package org.flashgrove.core.replacement;

/** Factory of a replacement policy with given parameters. */
@FunctionalInterface
public interface PolicyMaker {
  /**
   * Creates the policy for a buffer.
   *
   * @param capacity greatest sum of the residents' costs, at least 0
   * @param pageCost cost of a full page, at least 1; parameters in pages refer to {@code capacity /
   *     pageCost} pages
   * @param identifiers queue for the identifiers of policies that need one (S2Q, 2Q), or null to
   *     create one
   * @param pages the buffer
   */
  ReplacementPolicy make(
      long capacity, long pageCost, IdentifierQueue identifiers, CachedPages pages);
}
