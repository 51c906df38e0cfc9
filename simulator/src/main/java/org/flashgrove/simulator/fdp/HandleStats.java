package org.flashgrove.simulator.fdp;

/**
 * Pages written through one handle.
 *
 * @param hostPages pages that the host wrote; for the reserved handle of {@link Isolation#INITIAL},
 *     pages that collection moved there from units of other handles
 * @param copiedPages pages that collection copied out of the handle's units
 */
public record HandleStats(long hostPages, long copiedPages) {
  /**
   * Returns the number of pages that the drive programmed for this handle, not counting pages moved
   * out of the cache.
   */
  public long mediaPages() {
    return hostPages + copiedPages;
  }
}
