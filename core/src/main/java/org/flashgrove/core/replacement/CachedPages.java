package org.flashgrove.core.replacement;

/** The questions of a replacement policy to the buffer that keeps the pages. */
public interface CachedPages {
  /**
   * Returns whether the page at a position may be evicted now, which is so while no reader has it
   * pinned.
   */
  boolean mayEvict(int position);

  /**
   * Takes pages out of the buffer, writing those that are dirty, in the order given. They are still
   * the policy's residents during the call and leave it after; if the call throws they stay. The
   * buffer may write other pages in the same call and report each by {@link
   * ReplacementPolicy#clean}; it must not call anything else that changes the policy.
   *
   * <p>More than one page at a time come only from policies that write in clusters: those are worth
   * one batch.
   *
   * @param positions positions of the pages, the first {@code count} of them
   */
  void evict(int[] positions, int count);

  /**
   * Writes dirty pages that stay in the buffer, as one batch, and reports each to the policy by
   * {@link ReplacementPolicy#clean}. Only the policy of the buffer of GFFM calls it.
   *
   * @param positions positions of the pages, the first {@code count} of them, by ascending keys
   */
  default void write(int[] positions, int count) {
    throw new UnsupportedOperationException(
        "this buffer writes no pages that stay (allowed: any policy but the hot and cold LRU)");
  }
}
