package org.flashgrove.simulator.fdp;

import java.util.List;
import java.util.Map;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * Counters of an {@link FdpDevice} since it was created.
 *
 * @param hostPages pages that the host wrote (host bytes with metadata written, HBMW)
 * @param copiedPages pages that collection copied
 * @param erases number of erases of reclaim units
 * @param cacheErases number of erases of cache units
 * @param writes pages programmed, by kind of host data and by cause
 * @param handles counts by handle; the last entry is the reserved handle of {@link
 *     Isolation#INITIAL}, if there is one
 * @param events events by kind
 */
public record FdpStats(
    long hostPages,
    long copiedPages,
    long erases,
    long cacheErases,
    WriteMatrix writes,
    List<HandleStats> handles,
    Map<FdpEvent, Long> events) {
  /**
   * Returns the number of pages that the drive programmed, including pages in the cache (media
   * bytes with metadata written, MBMW).
   */
  public long mediaPages() {
    return writes.total();
  }

  /**
   * Returns the number of pages programmed per page that the host wrote, or 1 if the host wrote
   * none.
   */
  public double writeAmplification() {
    return hostPages == 0 ? 1 : (double) mediaPages() / hostPages;
  }
}
