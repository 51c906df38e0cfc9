package org.flashgrove.simulator.zns;

import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * Counts of a {@link ZnsDevice} since it was created.
 *
 * @param hostPages pages that the host wrote or appended
 * @param writes pages programmed, by kind of host data and by cause. Pages that the drive programs
 *     to fill a zone count as {@link Origin#HOST}, with the cause {@link Cause#PADDING}.
 * @param reads pages that the drive read
 * @param erases number of erases of zones
 */
public record ZnsStats(long hostPages, WriteMatrix writes, long reads, long erases) {
  /** Returns the number of pages that the drive programmed. */
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
