package org.flashgrove.access;

import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.storage.file.DiskDirectory;
import org.flashgrove.storage.file.LogSalvage;
import org.flashgrove.storage.file.RawPages;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.StoreLock;

/**
 * What is left of the files of a damaged store whose description is whole: its slots and its log,
 * read only, with nobody writing them meanwhile.
 */
public final class StoreRemains implements AutoCloseable {
  private final AutoCloseable held;
  private final RawPages pages;
  private final LogSalvage log;

  private StoreRemains(AutoCloseable held, StoreDirectory files, StoreForm form, long tag) {
    this.held = held;
    RawPages opened = null;
    try {
      if (!files.exists(StoreFiles.PAGES)) {
        throw new DamagedStoreException(
            files.name(), StoreFiles.PAGES, "there is no file of pages");
      }
      opened = RawPages.open(files, StoreFiles.PAGES, form.pageSize());
      log = files.exists(StoreFiles.LOG) ? LogSalvage.open(files, StoreFiles.LOG, tag) : null;
    } catch (RuntimeException e) {
      if (opened != null) {
        opened.close();
      }
      release(held);
      throw e;
    }
    pages = opened;
  }

  /**
   * Opens what is left in a directory.
   *
   * @throws org.flashgrove.core.failure.StoreException if somebody writes it, or there is no file
   *     of pages
   */
  public static StoreRemains open(Path directory, StoreForm form, long tag) {
    if (form.isSimulated()) {
      StoreDevice device = StoreDevice.openReadOnly(form, directory);
      return new StoreRemains(device, device.files().directory(), form, tag);
    }
    boolean hasLock = Files.exists(directory.resolve(StoreLock.FILE));
    StoreLock lock = hasLock ? StoreLock.takeShared(directory) : null;
    return new StoreRemains(lock, new DiskDirectory(directory), form, tag);
  }

  /** Opens what is left in a directory that somebody else keeps. */
  public static StoreRemains open(StoreDirectory directory, StoreForm form, long tag) {
    return new StoreRemains(null, directory, form, tag);
  }

  /** The slots. */
  public RawPages pages() {
    return pages;
  }

  /** The log, or null if there is none. */
  public LogSalvage log() {
    return log;
  }

  private static void release(AutoCloseable held) {
    if (held instanceof StoreDevice device) {
      device.close();
    } else if (held instanceof StoreLock lock) {
      lock.close();
    }
  }

  @Override
  public void close() {
    try {
      pages.close();
      if (log != null) {
        log.close();
      }
    } finally {
      release(held);
    }
  }
}
