package org.flashgrove.unitspace.file;

import java.util.List;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceContext;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.unitspace.UnitFileStats;
import org.flashgrove.unitspace.UnitSpace;
import org.jspecify.annotations.Nullable;

/**
 * Device of an open store whose files are in units of one real file. Its extension {@link
 * UnitFileStats} tells how much was written.
 */
final class UnitStoreDevice implements StoreDevice {
  private final FileDevice outer;
  private final UnitFileConfig config;
  private final UnitFile medium;
  private final UnitDirectory directory;
  private final FileDevice files;
  private boolean closed;

  /**
   * Creates or opens the file.
   *
   * @param outer files of the store's directory, which this device closes
   */
  private UnitStoreDevice(
      FileDevice outer, UnitFileConfig config, DeviceContext site, boolean isNew) {
    this.outer = outer;
    this.config = config;
    @Nullable UnitFile opened = null;
    boolean done = false;
    try {
      RawFile.Caching caching = config.caching(outer.caching());
      opened =
          isNew
              ? UnitFile.create(
                  outer.directory(),
                  UnitFileConfig.FILE,
                  caching,
                  config.shape(DriveGranularity.of(site.directory())))
              : UnitFile.open(outer.directory(), UnitFileConfig.FILE, caching);
      medium = opened;
      if (!config.suits(medium.shape())) {
        throw new SpecException(
            site.directory()
                + ": the file has "
                + medium.shape()
                + ", but the store's description says "
                + config);
      }
      String name = site.directory() + "/" + UnitFileConfig.FILE;
      UnitSpace space = UnitSpace.mount(medium, config.config(medium.shape()));
      directory =
          isNew
              ? UnitDirectory.format(name, medium, space, site.log())
              : UnitDirectory.mount(name, medium, space, site.log());
      files = outer.within(directory, RawFile.Caching.DIRECT, config.keys().files());
      done = true;
    } finally {
      if (!done) {
        close(outer, opened, isNew);
      }
    }
  }

  /** Creates the file of an empty store. */
  static UnitStoreDevice create(FileDevice outer, UnitFileConfig config, DeviceContext site) {
    return new UnitStoreDevice(outer, config, site, true);
  }

  /** Opens the file of a store. */
  static UnitStoreDevice open(FileDevice outer, UnitFileConfig config, DeviceContext site) {
    return new UnitStoreDevice(outer, config, site, false);
  }

  /** Closes the files after a failed attempt to open them. Deletes a new file. */
  private static void close(FileDevice outer, @Nullable UnitFile medium, boolean isNew) {
    try (outer) {
      if (medium != null) {
        medium.close();
        if (isNew) {
          outer.directory().delete(UnitFileConfig.FILE);
        }
      }
    }
  }

  @Override
  public FileDevice files() {
    return files;
  }

  @Override
  public StoreDirectory descriptions() {
    return outer.directory();
  }

  @Override
  public List<String> ownFiles() {
    return List.of(UnitFileConfig.FILE);
  }

  @Override
  public <T> T extension(Class<T> type) {
    return type == UnitFileStats.class ? type.cast(stats()) : null;
  }

  private UnitFileStats stats() {
    return directory.count(
        () ->
            new UnitFileStats(
                directory.space().stats(),
                medium.trims(),
                medium.pageBytes(),
                medium.shape().unitBytes(),
                config.source(medium.shape()),
                directory.space().capacity(),
                directory.space().room()));
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (outer;
        medium) {
      directory.close();
    }
  }
}
