package org.flashgrove.simulator.device;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.flashgrove.simulator.chip.NandTiming;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;
import org.flashgrove.simulator.zns.ZnsConfig;
import org.flashgrove.simulator.zns.ZnsDevice;
import org.flashgrove.simulator.zns.ZoneState;

/**
 * A drive with zones ({@link ZnsDevice}) that stores page contents. A page can be written only at
 * the write pointer of its zone, and a trim must cover exactly one zone; other writes and trims are
 * refused.
 */
final class ZnsDisk extends FlashDisk {
  private final ZnsDevice drive;
  private long erases;

  ZnsDisk(ZnsConfig config, int pageBytes, NandTiming timing, int depth) {
    super(config.pages(), pageBytes, timing);
    if (config.capacityPages() < config.zonePages()) {
      throw new IllegalArgumentException(
          "zns: zone capacity of "
              + config.capacityPages()
              + " pages (allowed: "
              + config.zonePages()
              + ", the zone size)");
    }
    drive = new ZnsDevice(config, power);
    start(depth);
  }

  /** Returns the number of pages that were written in a zone since the zone's last reset. */
  int written(int zone) {
    return drive.config().zonePages() - drive.remaining(zone);
  }

  /** Returns whether the host can write to a zone only after a reset. */
  boolean isFull(int zone) {
    return drive.state(zone) == ZoneState.FULL;
  }

  /** Finishes a zone: it becomes full, and the host can write to it only after a reset. */
  void finish(int zone) {
    drive.finish(zone);
  }

  @Override
  void readPages(long first, int count) {
    drive.read((int) first, count);
  }

  @Override
  void writePage(long page, Origin origin, ByteBuffer from, int at) {
    drive.write((int) page, 1, origin, causes.apply(page));
    content.write(page, from, at);
  }

  @Override
  void trimPages(long first, long count) {
    int zonePages = drive.config().zonePages();
    if (first % zonePages != 0 || count != zonePages) {
      throw new IllegalArgumentException(
          count + " pages from " + first + " (allowed: a whole zone of " + zonePages + " pages)");
    }
    int zone = (int) (first / zonePages);
    erases += written(zone) > 0 ? 1 : 0;
    drive.reset(zone);
  }

  @Override
  WriteMatrix writes() {
    return drive.stats().writes();
  }

  @Override
  long erases() {
    return erases;
  }

  @Override
  void saveState(DataOutput out) throws IOException {
    drive.save(out);
  }

  @Override
  void loadState(DataInput in) throws IOException {
    drive.load(in);
  }

  @Override
  public void restart() {
    super.restart();
    drive.restart();
  }
}
