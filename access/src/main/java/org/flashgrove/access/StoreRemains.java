package org.flashgrove.access;

import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceKinds;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.DiskDirectory;
import org.flashgrove.storage.file.LogSalvage;
import org.flashgrove.storage.file.RawPages;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.StoreLock;

/**
 * What is left of the files of a damaged store: its slots and its log, only read, and locked
 * against those who would write them.
 */
public final class StoreRemains implements AutoCloseable {
  private final AutoCloseable held;
  private final StoreDirectory descriptions;
  private final StoreDirectory files;
  private StoreDescription description;
  private RawPages pages;
  private LogSalvage log;

  private StoreRemains(AutoCloseable held, StoreDirectory descriptions, StoreDirectory files) {
    this.held = held;
    this.descriptions = descriptions;
    this.files = files;
  }

  /**
   * Locks what is left in a directory.
   *
   * @param device the store's device, as a spec; what cannot be parsed is taken for files
   * @throws org.flashgrove.core.failure.StoreException if another process writes it
   */
  static StoreRemains lock(Path directory, String device) {
    StoreDirectory descriptions = new DiskDirectory(directory);
    DeviceConfig config = config(device);
    if (config != null && config.isSimulated()) {
      StoreForm form = StoreOptions.defaults().design().form().withDevice(config);
      StoreDevice simulated = config.openReadOnly(StoreFiles.site(form, directory));
      return new StoreRemains(simulated, descriptions, simulated.files().directory());
    }
    boolean hasLock = Files.exists(directory.resolve(StoreLock.FILE));
    StoreLock lock = hasLock ? StoreLock.takeShared(directory) : null;
    return new StoreRemains(lock, descriptions, descriptions);
  }

  private static DeviceConfig config(String device) {
    try {
      return DeviceKinds.read(Spec.parse(device));
    } catch (SpecException e) {
      return null;
    }
  }

  /** Returns whether a directory has pages of a store, or the image of a device with them. */
  public static boolean areIn(Path directory) {
    return Files.exists(directory.resolve(StoreFiles.PAGES))
        || Files.exists(directory.resolve(StoreDevice.IMAGE));
  }

  /** What is left in a directory that the caller keeps. */
  static StoreRemains of(StoreDirectory directory) {
    return new StoreRemains(null, directory, directory);
  }

  /**
   * Opens what is left of a store whose description is whole.
   *
   * @throws org.flashgrove.core.failure.StoreException if the description is not whole, another
   *     process writes the store, or there is no file of pages
   */
  public static StoreRemains open(Path directory) {
    StoreDescription found = StoreDescription.read(directory);
    StoreRemains remains = lock(directory, found.design().form().device().toString());
    boolean opened = false;
    try {
      remains.open(found);
      opened = true;
      return remains;
    } finally {
      if (!opened) {
        remains.close();
      }
    }
  }

  /** Opens slots and log of a store that is found to be so. */
  void open(StoreDescription found) {
    description = found;
    if (!files.exists(StoreFiles.PAGES)) {
      throw new DamagedStoreException(
          descriptions.name(), StoreFiles.PAGES, "there is no file of pages");
    }
    pages = RawPages.open(files, StoreFiles.PAGES, found.design().form().pageSize());
    if (files.exists(StoreFiles.LOG)) {
      log = LogSalvage.open(files, StoreFiles.LOG, found.storeTag());
    }
  }

  /** Where the description is. */
  StoreDirectory descriptions() {
    return descriptions;
  }

  /** Where the other files are: on a simulated device another directory. */
  StoreDirectory files() {
    return files;
  }

  /** What the store is made of. */
  public StoreDesign design() {
    return description.design();
  }

  /** What binds pages and frames to the store. */
  public long tag() {
    return description.storeTag();
  }

  /** The slots. */
  public RawPages pages() {
    return pages;
  }

  /** The log, or null if there is none. */
  public LogSalvage log() {
    return log;
  }

  private void release() {
    if (held instanceof StoreDevice device) {
      device.close();
    } else if (held instanceof StoreLock lock) {
      lock.close();
    }
  }

  @Override
  public void close() {
    try {
      if (pages != null) {
        pages.close();
      }
      if (log != null) {
        log.close();
      }
    } finally {
      release();
    }
  }
}
