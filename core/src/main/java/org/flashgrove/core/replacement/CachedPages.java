package org.flashgrove.core.replacement;

/** What a replacement policy asks of the buffer that keeps the pages. */
public interface CachedPages {
  /** Whether the page at a position may leave now: nobody has pinned it. */
  boolean mayEvict(int position);

  /**
   * Takes pages out of the buffer, writing those that are dirty, in the order given. They are still
   * the policy's residents during the call and leave it after; if the call throws they stay. The
   * buffer may write other pages at the same time and say so by {@link ReplacementPolicy#clean}; it
   * must not call anything else that changes the policy.
   *
   * <p>More than one page at a time come only from policies that write in clusters: those are worth
   * one batch.
   *
   * @param positions positions of the pages, the first {@code count} of them
   */
  void evict(int[] positions, int count);

  /**
   * Writes dirty pages that stay, as one batch, and says of each that it is clean ({@link
   * ReplacementPolicy#clean}). Asked for only by {@link ReplacementPolicies#hotCold}.
   *
   * @param positions positions of the pages, the first {@code count} of them, by ascending keys
   */
  default void write(int[] positions, int count) {
    throw new UnsupportedOperationException(
        "this buffer writes no pages that stay (allowed: any policy but the hot and cold LRU)");
  }
}
