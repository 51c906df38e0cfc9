package org.flashgrove.unitspace.file;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceContext;
import org.flashgrove.storage.device.DeviceKeys;
import org.flashgrove.storage.device.FileDeviceConfig;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.ParallelPageStore;
import org.flashgrove.storage.placement.Placement;
import org.flashgrove.unitspace.UnitConfig;

/**
 * Settings of a device whose files are in the units of one real file, such as {@code
 * units:size=64G}. The units are written with the pattern for plain drives ({@link
 * org.flashgrove.unitspace.UnitPattern#SETS}), because neither handles nor write-life hints are
 * passed to the drive.
 *
 * <table>
 *   <caption>Keys in addition to those of {@link DeviceKeys}</caption>
 *   <tr><td>{@code size=16G}</td><td>bytes of all units, spare units included. The file is
 *       sparse</td></tr>
 *   <tr><td>{@code unit=128M}</td><td>bytes of a unit</td></tr>
 *   <tr><td>{@code page=4K}</td><td>bytes of a page, a power of two from 512 to 64K</td></tr>
 *   <tr><td>{@code open=4}</td><td>number of units in a set, 2 to 16</td></tr>
 *   <tr><td>{@code spare=7%}</td><td>share of the units that contain no data, as room for
 *       collection</td></tr>
 *   <tr><td>{@code op=7%}</td><td>hidden spare space of the drive, as a share of {@code size}.
 *       Collection balances sets only if this is enough for a set</td></tr>
 * </table>
 */
final class UnitFileConfig implements DeviceConfig {
  static final String NAME = "units";

  /** Name of the file in a store's directory that contains all files of the store. */
  static final String FILE = "units";

  private static final long USUAL_BYTES = 16L << 30;
  private static final long USUAL_UNIT_BYTES = 128L << 20;
  private static final long LARGEST = 1L << 42;
  private static final int USUAL_PAGE_BYTES = 4096;
  private static final int USUAL_OPEN = 4;
  private static final int LEAST_OPEN = 2;
  private static final double USUAL_HIDDEN = 0.07;

  private final Spec spec;
  private final DeviceKeys keys;
  private final UnitFile.Shape shape;
  private final UnitConfig config;
  private final FileDeviceConfig below = FileDeviceConfig.of(Spec.parse(FileDeviceConfig.AUTO));

  private UnitFileConfig(Spec spec, DeviceKeys keys, UnitFile.Shape shape, UnitConfig config) {
    this.spec = spec;
    this.keys = keys;
    this.shape = shape;
    this.config = config;
  }

  /**
   * Parses a spec.
   *
   * @throws SpecException if a key is unknown or a value is not allowed
   */
  static UnitFileConfig of(Spec spec) {
    DeviceKeys keys = DeviceKeys.of(spec, 1, ParallelPageStore.MOST_DEPTH);
    int pageBytes = (int) spec.bytes("page", USUAL_PAGE_BYTES, 512, 1 << 16);
    long unitBytes = spec.bytes("unit", USUAL_UNIT_BYTES, 4096, 1L << 32);
    long units = spec.bytes("size", USUAL_BYTES, 1, LARGEST) / unitBytes;
    long unitPages = unitBytes / pageBytes;
    UnitFile.Shape shape = new UnitFile.Shape(pageBytes, (int) unitPages, (int) units);
    if (unitBytes % pageBytes != 0 || unitPages > Integer.MAX_VALUE || !shape.isPossible()) {
      throw new SpecException(
          spec
              + ": pages of "
              + pageBytes
              + " bytes in units of "
              + unitBytes
              + " bytes (allowed: a power of two, at least 8 whole pages in a unit, and 2^28 pages"
              + " in all)");
    }
    int open = spec.integer("open", USUAL_OPEN, LEAST_OPEN, 16);
    double spare = spec.fraction("spare", UnitConfig.USUAL_SPARE, 0, 0.9);
    int hidden = (int) (units * spec.fraction("op", USUAL_HIDDEN, 0, 10));
    spec.requireAllUsed();
    UnitConfig config = UnitConfig.plain(open, hidden).withSpare(spare);
    if (!config.canCompensate(shape.units())) {
      config = config.withoutCompensation();
    }
    try {
      config.pages(shape.pageBytes(), shape.unitPages(), shape.units());
    } catch (IllegalArgumentException e) {
      throw new SpecException(spec + ": " + e.getMessage());
    }
    return new UnitFileConfig(spec, keys, shape, config);
  }

  /**
   * Returns a spec with which an existing file of this shape can be read. The file does not record
   * the other settings, which matter only for writing.
   */
  static Spec specOf(UnitFile.Shape shape) {
    return Spec.parse(
        String.format(
            "%s:size=%d,unit=%d,page=%d,open=%d,spare=0",
            NAME,
            shape.unitBytes() * shape.units(),
            shape.unitBytes(),
            shape.pageBytes(),
            LEAST_OPEN));
  }

  @Override
  public Placement placement() {
    return keys.placement();
  }

  @Override
  public boolean isInFiles() {
    return false;
  }

  @Override
  public StoreDevice create(DeviceContext site) {
    return new UnitStoreDevice(below.files(site.directory()), this, site, true);
  }

  @Override
  public StoreDevice open(DeviceContext site) {
    return new UnitStoreDevice(below.files(site.directory()), this, site, false);
  }

  @Override
  public StoreDevice openReadOnly(DeviceContext site) {
    return new UnitStoreDevice(below.openReadOnly(site).files(), this, site, false);
  }

  UnitFile.Shape shape() {
    return shape;
  }

  UnitConfig config() {
    return config;
  }

  DeviceKeys keys() {
    return keys;
  }

  @Override
  public String toString() {
    return spec.toString();
  }
}
