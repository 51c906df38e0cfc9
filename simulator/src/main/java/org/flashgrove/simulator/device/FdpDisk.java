package org.flashgrove.simulator.device;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.flashgrove.simulator.chip.NandTiming;
import org.flashgrove.simulator.chip.PowerLossException;
import org.flashgrove.simulator.fdp.FdpConfig;
import org.flashgrove.simulator.fdp.FdpDevice;
import org.flashgrove.simulator.fdp.FdpStats;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;

/**
 * A drive with placement handles ({@link FdpDevice}) that stores page contents. Unless the host
 * names a handle, the origin of a write determines its handle. If a power loss interrupts the
 * program of a page, the page keeps its old content. Open reclaim units stay open after a power
 * loss.
 */
public final class FdpDisk extends FlashDisk {
  private static final int BY_ORIGIN = -1;

  private final FdpDevice drive;
  private int handle = BY_ORIGIN;

  FdpDisk(FdpConfig config, int pageBytes, NandTiming timing, int depth) {
    super(config.hostPages(), pageBytes, timing);
    drive = new FdpDevice(config);
    start(depth);
  }

  /** Returns the counters of the drive, which include those of each handle. */
  public FdpStats stats() {
    return drive.stats();
  }

  int handles() {
    return drive.config().handles();
  }

  /** Names the handle of later writes. */
  void handle(int newHandle) {
    handle = newHandle;
  }

  /** Gives a handle a new reclaim unit, unless its current unit is still empty. */
  void update(int ofHandle) {
    drive.update(ofHandle);
  }

  @Override
  void writePage(long page, Origin origin, ByteBuffer from, int at) {
    if (power.strikes()) {
      throw new PowerLossException("power lost while page " + page + " was written");
    }
    int named =
        handle == BY_ORIGIN ? PageClasses.of(origin, PageClasses.UNKNOWN, handles()) : handle;
    drive.write((int) page, 1, named, origin, causes.apply(page));
    content.write(page, from, at);
  }

  @Override
  void trimPages(long first, long count) {
    drive.trim((int) first, (int) count);
  }

  @Override
  WriteMatrix writes() {
    return drive.stats().writes();
  }

  @Override
  long erases() {
    return drive.erases();
  }

  @Override
  long copies() {
    return drive.copiedPages();
  }

  @Override
  void saveState(DataOutput out) throws IOException {
    drive.save(out);
  }

  @Override
  void loadState(DataInput in) throws IOException {
    drive.load(in);
  }
}
