package org.flashgrove.storage.device;

import java.nio.file.Path;
import java.util.List;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.FileSettings;
import org.flashgrove.storage.file.ParallelPageStore;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.placement.Placement;

/**
 * Settings of a device that stores files: {@code direct} (bypasses the operating system's page
 * cache), {@code buffered} (uses the page cache), or {@code memory} (stores files in memory). The
 * default of {@code depth} is {@value #DIRECT_DEPTH} for direct files and 1 for others, because
 * reads from the page cache gain nothing from concurrency.
 *
 * @param text the settings as a spec
 * @param caching caching mode of the files; null for {@code memory}
 * @param placement where changed pages are written
 * @param settings further settings of the files
 * @param mayFallBack whether the files use the page cache if the file system does not support
 *     direct I/O
 */
public record FileDeviceConfig(
    String text,
    RawFile.Caching caching,
    Placement placement,
    FileSettings settings,
    boolean mayFallBack)
    implements DeviceConfig {
  /**
   * Device kind that means {@code direct} if the file system supports direct I/O, otherwise {@code
   * buffered}.
   */
  public static final String AUTO = "auto";

  private static final String LOGGER = "org.flashgrove.storage";
  private static final String DIRECT = "direct";
  private static final String MEMORY = "memory";
  private static final int DIRECT_DEPTH = 16;

  static final List<String> NAMES = List.of(DIRECT, "buffered", MEMORY, AUTO);

  /**
   * Parses a spec.
   *
   * @throws SpecException if the spec is invalid; the message lists the allowed values
   */
  public static FileDeviceConfig of(Spec spec) {
    if (!NAMES.contains(spec.name())) {
      throw new SpecException(
          "unknown device '" + spec.name() + "' (allowed: " + String.join(", ", NAMES) + ")");
    }
    boolean isAuto = spec.name().equals(AUTO);
    boolean isDirect = isAuto || spec.name().equals(DIRECT);
    boolean isMemory = spec.name().equals(MEMORY);
    DeviceKeys keys =
        isMemory
            ? DeviceKeys.ofMemory(spec)
            : DeviceKeys.of(spec, isDirect ? DIRECT_DEPTH : 1, ParallelPageStore.MOST_DEPTH);
    spec.requireAllUsed();
    RawFile.Caching caching = isDirect ? RawFile.Caching.DIRECT : RawFile.Caching.BUFFERED;
    return new FileDeviceConfig(
        spec.toString(), isMemory ? null : caching, keys.placement(), keys.files(), isAuto);
  }

  /**
   * Opens the files of a directory, which is created if it does not exist. The device {@code
   * memory} ignores the directory.
   */
  public FileDevice files(Path directory) {
    return files(directory, false);
  }

  private FileDevice files(Path directory, boolean readBeside) {
    if (isForgotten()) {
      return FileDevice.inMemory(settings);
    }
    RawFile.Caching opened = cachingIn(directory);
    return readBeside
        ? FileDevice.openBeside(directory, opened, settings)
        : FileDevice.open(directory, opened, settings);
  }

  /** Returns the caching mode for the files of a directory. */
  private RawFile.Caching cachingIn(Path directory) {
    if (!mayFallBack || DiskDirectory.takesDirect(directory)) {
      return caching;
    }
    System.getLogger(LOGGER)
        .log(
            System.Logger.Level.INFO,
            "{0}: the file system refuses direct I/O; files are opened through the page cache",
            directory);
    return RawFile.Caching.BUFFERED;
  }

  @Override
  public boolean isForgotten() {
    return caching == null;
  }

  @Override
  public StoreDevice create(DeviceContext site) {
    return open(site);
  }

  @Override
  public StoreDevice open(DeviceContext site) {
    return StoreDevice.of(files(site.directory(), site.readBeside()));
  }

  @Override
  public StoreDevice openReadOnly(DeviceContext site) {
    return StoreDevice.of(
        FileDevice.openReadOnly(
            site.directory(), cachingIn(site.directory()), settings.depth(), site.readBeside()));
  }

  @Override
  public String toString() {
    return text;
  }
}
