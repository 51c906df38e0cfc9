package org.flashgrove.simulator.device;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.unitspace.UnitConfig;

/**
 * A device whose pages are in a file. It loses in a power cut what the directory of the file loses.
 * It has no times and no counts.
 */
public final class FileDevice extends ForwardingDevice {
  private static final int PAGE_BYTES = 512;
  private static final String FILE = "drive";

  private final RawFile file;
  private final int pages;

  private FileDevice(RawFile file, int pages) {
    super(SimulatedDevices.of(Spec.parse("nand:page=512,block=8,blocks=16,op=60%")).open());
    this.file = file;
    this.pages = pages;
  }

  /** Opens a device with a unit space. The device is empty if the directory is. */
  public static UnitDevice inUnits(
      StoreDirectory directory, int units, int unitPages, UnitConfig config) {
    RawFile file =
        directory.exists(FILE)
            ? directory.open(FILE, RawFile.Caching.BUFFERED)
            : directory.create(FILE, RawFile.Caching.BUFFERED);
    int pages = units * unitPages;
    if (file.sizeBytes() == 0) {
      file.resize((long) pages * PAGE_BYTES);
      file.sync();
      directory.sync();
    }
    return new UnitDevice(new FileDevice(file, pages), unitPages, config);
  }

  @Override
  public long pageCount() {
    return pages;
  }

  @Override
  public long capacityPages() {
    return pages;
  }

  @Override
  public boolean keepsContent() {
    return true;
  }

  @Override
  public void read(long first, int count, Origin origin, ByteBuffer into) {
    file.read(first * PAGE_BYTES, into, 0, count * PAGE_BYTES);
  }

  @Override
  public void write(long first, int count, Origin origin, ByteBuffer from) {
    file.write(first * PAGE_BYTES, from, 0, count * PAGE_BYTES);
  }

  @Override
  public void trim(long first, long count, Origin origin) {
    int bytes = Math.toIntExact(count * PAGE_BYTES);
    file.write(first * PAGE_BYTES, AlignedBuffers.allocate(bytes), 0, bytes);
  }

  @Override
  public void flush(Origin origin) {
    file.sync();
  }
}
