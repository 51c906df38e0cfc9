package org.flashgrove.storage.device;

import java.nio.file.Path;
import java.util.List;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.FileDevice;
import org.flashgrove.storage.file.FileSettings;
import org.flashgrove.storage.file.ParallelPageStore;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.placement.Placement;

/**
 * Settings of a device of files: {@code direct} (past the page cache), {@code buffered} (through
 * it), {@code memory}. {@code depth} is {@value #DIRECT_DEPTH} on direct files and 1 on others if
 * it is not given: pages in the page cache gain nothing.
 *
 * @param text the settings as a spec
 * @param caching how files are opened; null in memory
 * @param placement where pages go
 * @param settings what files are opened with
 */
public record FileDeviceConfig(
    String text, RawFile.Caching caching, Placement placement, FileSettings settings)
    implements DeviceConfig {
  private static final String DIRECT = "direct";
  private static final String MEMORY = "memory";
  private static final int DIRECT_DEPTH = 16;

  /** The names of the kinds. */
  static final List<String> NAMES = List.of(DIRECT, "buffered", MEMORY);

  /**
   * Reads a spec.
   *
   * @throws SpecException whose message lists what is allowed
   */
  public static FileDeviceConfig of(Spec spec) {
    if (!NAMES.contains(spec.name())) {
      throw new SpecException(
          "unknown device '" + spec.name() + "' (allowed: " + String.join(", ", NAMES) + ")");
    }
    boolean isDirect = spec.name().equals(DIRECT);
    boolean isMemory = spec.name().equals(MEMORY);
    DeviceKeys keys =
        isMemory
            ? DeviceKeys.ofMemory(spec)
            : DeviceKeys.of(spec, isDirect ? DIRECT_DEPTH : 1, ParallelPageStore.MOST_DEPTH);
    spec.requireAllUsed();
    RawFile.Caching caching = isDirect ? RawFile.Caching.DIRECT : RawFile.Caching.BUFFERED;
    return new FileDeviceConfig(
        spec.toString(), isMemory ? null : caching, keys.placement(), keys.files());
  }

  /** Opens the files of a directory, which is created if it is not there; memory ignores it. */
  public FileDevice files(Path directory) {
    return isForgotten()
        ? FileDevice.inMemory(settings)
        : FileDevice.open(directory, caching, settings);
  }

  @Override
  public boolean isForgotten() {
    return caching == null;
  }

  @Override
  public StoreDevice create(DeviceSite site) {
    return open(site);
  }

  @Override
  public StoreDevice open(DeviceSite site) {
    return StoreDevice.of(files(site.directory()));
  }

  @Override
  public StoreDevice openReadOnly(DeviceSite site) {
    return StoreDevice.of(FileDevice.openReadOnly(site.directory(), caching, settings.depth()));
  }

  @Override
  public DeviceCosts costs(Path directory, int pageBytes, int unitPages) {
    try (FileDevice device = files(directory)) {
      return FileCosts.measure(device, "calibration.pages", pageBytes, unitPages);
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
