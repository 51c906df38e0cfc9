package org.flashgrove.storage.device;

import java.util.function.LongSupplier;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.storage.file.StoreDirectory;

/** The device of an open store: its files, and further services of its kind. */
public interface StoreDevice extends AutoCloseable {
  /** The file in a store's directory that a device is saved in which has no files there. */
  String IMAGE = "device.image";

  /** Returns a device of files alone, which it closes. */
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
   * Returns the blocks that the device has beside files, for one structure of components.
   *
   * @param pageSize bytes of a page
   * @param counters count the pages that are read and written there
   * @return null if it has none: then blocks are runs of pages of a file
   */
  default BlockSpace blocks(int pageSize, IoCounters counters) {
    return null;
  }

  /**
   * Returns the raw flash that the device offers in addition to files, for one structure that
   * programs it directly. {@link #blocks} presents the same flash as blocks.
   *
   * @return null if it has none
   */
  default RawFlash flash() {
    return null;
  }

  /** Returns where the store's description is. */
  default StoreDirectory descriptions() {
    return files().directory();
  }

  /**
   * Returns the device's own clock in nanoseconds, which any thread may read while others use the
   * store; null if its time is that of the machine.
   */
  default LongSupplier clock() {
    return null;
  }

  /**
   * Returns the bytes of a page of the medium, which is written whole even where only some of it
   * changes; 0 if the device does not say.
   */
  default int mediumPageBytes() {
    return 0;
  }

  /**
   * Returns a service of the device's kind, such as its statistics, or null if the kind does not
   * offer it. For one thread; nobody may use the store meanwhile.
   */
  default <T> T extension(Class<T> type) {
    return null;
  }

  /** Closes the device; a second call does nothing. */
  @Override
  void close();
}
