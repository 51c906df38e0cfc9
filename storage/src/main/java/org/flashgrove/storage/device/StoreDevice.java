package org.flashgrove.storage.device;

import java.util.List;
import java.util.function.LongSupplier;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * Device of an open store. It provides the store's files, and services that only some kinds of
 * devices offer.
 */
public interface StoreDevice extends AutoCloseable {
  /**
   * Name of a file in a store's directory. A device that has no files in the file system, such as a
   * simulated device, is saved to this file.
   */
  String IMAGE = "device.image";

  /** Creates a device that has only files. {@link #close} closes them. */
  static StoreDevice of(FileDevice files) {
    return new StoreDevice() {
      @Override
      public FileDevice files() {
        return files;
      }

      @Override
      public void close() {
        files.close();
      }
    };
  }

  /** Returns the files on the device. */
  FileDevice files();

  /**
   * Returns the device's own blocks, for one structure that stores its index in blocks of pages.
   *
   * @param pageSize page size in bytes
   * @param counters counts the pages that are read and written
   * @return null if the device has no blocks; the structure then uses blocks in a file
   */
  default BlockSpace blocks(int pageSize, IoCounters counters) {
    return null;
  }

  /**
   * Returns the device's raw flash, for one structure that programs flash pages itself. {@link
   * #blocks} offers the same flash memory as blocks.
   *
   * @return null if the device has no raw flash
   */
  default RawFlash flash() {
    return null;
  }

  /** Returns the directory of the store's description file. */
  default StoreDirectory descriptions() {
    return files().directory();
  }

  /**
   * Returns the names of the files that a new device has created in the store's directory for
   * itself, in addition to the lock file.
   */
  default List<String> ownFiles() {
    return List.of();
  }

  /**
   * Returns the device's virtual clock in nanoseconds, which any thread may read at any time.
   * Returns null if the device uses real time.
   */
  default LongSupplier clock() {
    return null;
  }

  /**
   * Returns the size in bytes of the units that the medium always writes as a whole, such as flash
   * pages, or 0 if unknown.
   */
  default int mediumPageBytes() {
    return 0;
  }

  /**
   * Returns a service that only some kinds of devices offer, such as device statistics, or null if
   * this device does not offer it. The caller must not use the store while it uses the service.
   */
  default <T> T extension(Class<T> type) {
    return null;
  }

  /** Closes the device. A second call does nothing. */
  @Override
  void close();
}
