package org.flashgrove.simulator.zns;

import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * Counts of a {@link ZnsDevice} since it was created.
 *
 * @param hostPages pages that the host wrote or appended
 * @param writes pages programmed by part and cause. Pages that the drive programs to fill a zone
 *     have the part {@link Origin#HOST} and the cause {@link Cause#PADDING}.
 * @param reads pages that the drive read
 * @param erases zones erased
 */
public record ZnsStats(long hostPages, WriteMatrix writes, long reads, long erases) {
  /** Returns the pages that the drive programmed. */
  public long mediaPages() {
    return writes.total();
  }

  /** Returns pages programmed per page that the host wrote; 1 if the host wrote none. */
  public double writeAmplification() {
    return hostPages == 0 ? 1 : (double) mediaPages() / hostPages;
  }
}
