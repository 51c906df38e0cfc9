package org.flashgrove.simulator.fdp;

import java.util.List;
import java.util.Map;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * Counters of an {@link FdpDevice} since it was created.
 *
 * @param hostPages pages that the host wrote (host bytes with metadata written, HBMW)
 * @param copiedPages pages that collection copied
 * @param erases reclaim units erased
 * @param cacheErases units of the cache erased
 * @param writes pages programmed by part and cause
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
   * Returns the pages that the drive programmed, cache included (media bytes with metadata written,
   * MBMW).
   */
  public long mediaPages() {
    return writes.total();
  }

  /** Returns pages programmed per page that the host wrote; 1 if the host wrote none. */
  public double writeAmplification() {
    return hostPages == 0 ? 1 : (double) mediaPages() / hostPages;
  }
}
