package org.flashgrove.simulator.store;

import java.util.function.LongSupplier;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.simulator.device.RawNandDevice;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.FileSettings;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.disk.StoreLock;

/**
 * A simulated device with the files of a store. While the store is open, the device exists only in
 * the memory of the process. {@link StoreDevice} gives access to the {@link SimulatedDevice} as an
 * extension, for statistics, clock and power cuts.
 */
final class SimulatedStoreDevice implements StoreDevice {
  private final FileDevice files;
  private final SimulatedDirectory directory;
  private final SimulatedDevice medium;
  private final DeviceImage image;
  private final StoreLock lock;
  private boolean closed;

  /**
   * Creates the device of an open store.
   *
   * @param directory files on the device
   * @param medium device to save; if a recorder wraps the device, this is the device inside the
   *     recorder
   * @param lock lock of the directory with the image
   */
  SimulatedStoreDevice(
      SimulatedDirectory directory,
      SimulatedDevice medium,
      DeviceImage image,
      StoreLock lock,
      FileSettings settings) {
    this.directory = directory;
    this.medium = medium;
    this.image = image;
    this.lock = lock;
    files = FileDevice.over(directory, RawFile.Caching.DIRECT, settings);
  }

  @Override
  public FileDevice files() {
    return files;
  }

  /** Returns the directory that contains the image of the device. */
  @Override
  public StoreDirectory descriptions() {
    return lock.directory();
  }

  @Override
  public LongSupplier clock() {
    return () -> {
      synchronized (directory) {
        return medium.nowNanos();
      }
    };
  }

  @Override
  public int mediumPageBytes() {
    return directory.device().pageBytes();
  }

  @Override
  public <T> T extension(Class<T> type) {
    Object found = type.isInstance(directory) ? directory : directory.device();
    return type.isInstance(found) ? type.cast(found) : null;
  }

  @Override
  public BlockSpace blocks(int pageSize, IoCounters counters) {
    RawFlash flash = flash();
    return flash == null ? null : new FlashBlocks("raw flash", flash, pageSize, counters);
  }

  @Override
  public RawFlash flash() {
    return medium instanceof RawNandDevice raw ? raw.flash(directory) : null;
  }

  /** Closes the files, saves the device and releases the lock. A second call does nothing. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    files.close();
    try {
      try {
        directory.close();
      } finally {
        image.save(medium);
      }
    } finally {
      lock.close();
    }
  }
}
