package org.flashgrove.simulator.device;

import java.nio.ByteBuffer;
import org.flashgrove.simulator.chip.NandTiming;
import org.flashgrove.simulator.figures.BusyTime;
import org.flashgrove.simulator.figures.OperationKind;

/**
 * Base class of drives that erase flash in units or zones. Programming a page always takes the time
 * of the chip's fastest kind of page.
 */
abstract class FlashDisk extends PageDisk {
  private static final int IMAGE_MAGIC = 0x46_47_5A_31; // "FGZ1"

  private final NandTiming timing;
  private long servedCopies;
  private long servedErases;

  FlashDisk(int pages, int pageBytes, NandTiming timing) {
    super(
        pages,
        pageBytes,
        ByteBuffer.allocate(12).putInt(IMAGE_MAGIC).putInt(pageBytes).putInt(pages).array());
    this.timing = timing;
  }

  @Override
  final BusyTime timeOf(OperationKind kind, long first, int count) {
    long moreCopies = copies() - servedCopies;
    long moreErases = erases() - servedErases;
    servedCopies += moreCopies;
    servedErases += moreErases;
    long pageReads = moreCopies + (kind == OperationKind.READ ? count : 0);
    long pageWrites = moreCopies + (kind == OperationKind.WRITE ? count : 0);
    return new BusyTime(
        pageReads * timing.readNanos(),
        pageWrites * timing.programNanos(),
        moreErases * timing.eraseNanos());
  }
}
