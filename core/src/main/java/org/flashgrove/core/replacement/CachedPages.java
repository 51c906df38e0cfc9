package org.flashgrove.core.replacement;

/** The questions of a replacement policy to the buffer that keeps the pages. */
public interface CachedPages {
  /**
   * Returns whether the page at a position may be evicted now, which is so while no reader has it
   * pinned.
   */
  boolean mayEvict(int position);

  /**
   * Evicts pages in the given order and writes the dirty ones. During the call they are still
   * residents of the policy; they leave it afterwards, or stay if the call throws. The buffer may
   * write other pages in the same call and report each by {@link ReplacementPolicy#clean}; it must
   * not call any other method that changes the policy.
   *
   * <p>Only policies that write in clusters pass more than one page, which should be written as one
   * batch.
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
