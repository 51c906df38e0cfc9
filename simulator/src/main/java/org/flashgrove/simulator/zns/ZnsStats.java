package org.flashgrove.simulator.zns;

/**
 * Counts of a {@link ZnsDevice} since it was created.
 *
 * @param hostPages pages that the host wrote or appended
 * @param paddingPages pages that the drive programmed to finish zones
 * @param reads pages that the drive read
 * @param erases zones erased
 */
public record ZnsStats(long hostPages, long paddingPages, long reads, long erases) {
  /** Returns the pages that the drive programmed. */
  public long mediaPages() {
    return hostPages + paddingPages;
  }

  /** Returns pages programmed per page that the host wrote; 1 if the host wrote none. */
  public double writeAmplification() {
    return hostPages == 0 ? 1 : (double) mediaPages() / hostPages;
  }
}
