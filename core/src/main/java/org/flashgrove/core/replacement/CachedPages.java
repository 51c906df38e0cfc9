package org.flashgrove.core.replacement;

/** Callbacks of a replacement policy to the buffer that contains the pages. */
public interface CachedPages {
  /**
   * Returns whether the page at a position may be evicted now. A page may be evicted while no
   * reader has pinned it.
   */
  boolean mayEvict(int position);

  /**
   * Evicts pages in the given order and writes the dirty ones. During the call they are still
   * resident; they leave the policy afterwards, or stay if the call throws. The buffer may write
   * other pages in the same call and report each by {@link ReplacementPolicy#clean}. The buffer
   * must not call any other method that changes the policy.
   *
   * <p>Only policies that write in clusters pass more than one page, and the buffer should write
   * these as one batch.
   *
   * @param positions array whose first {@code count} elements are the positions of the pages
   */
  void evict(int[] positions, int count);

  /**
   * Writes dirty pages as one batch, keeps them in the buffer, and reports each to the policy by
   * {@link ReplacementPolicy#clean}. Among the policies, only the one of the flash-aware buffer
   * GFFM calls this method.
   *
   * @param positions array whose first {@code count} elements are the positions of the pages, by
   *     ascending keys
   */
  default void write(int[] positions, int count) {
    throw new UnsupportedOperationException(
        "page buffer: cannot write a page without evicting it; use a policy other than"
            + " HotColdLruPolicy");
  }
}
