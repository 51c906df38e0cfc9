package org.flashgrove.unitspace.file;

import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.device.DeviceConfig;
import org.flashgrove.storage.device.DeviceContext;
import org.flashgrove.storage.device.DeviceKeys;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.device.FileDeviceConfig;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.ParallelPageStore;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.placement.Placement;
import org.flashgrove.unitspace.UnitConfig;
import org.flashgrove.unitspace.UnitFileStats;

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
 *   <tr><td>{@code unit}</td><td>bytes of a unit. Without this key, a new file gets the smallest
 *       multiple of the drive's {@link DriveGranularity} that is at least 128 MiB</td></tr>
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
  private static final long MOST_BYTES = 1L << 42;
  private static final long LEAST_UNIT_BYTES = 4096;
  private static final long MOST_UNIT_BYTES = 1L << 32;
  private static final int SECTOR_BYTES = 4096;
  private static final int USUAL_PAGE_BYTES = 4096;
  private static final int USUAL_OPEN = 4;
  private static final int LEAST_OPEN = 2;
  private static final double USUAL_HIDDEN = 0.07;

  private final Spec spec;
  private final DeviceKeys keys;
  private final int pageBytes;
  private final long sizeBytes;

  /** Bytes of a unit, or 0 if the spec does not say it. */
  private final long unitBytes;

  private final UnitConfig plain;
  private final double hiddenShare;
  private final FileDeviceConfig below = FileDeviceConfig.of(Spec.parse(FileDeviceConfig.AUTO));

  private UnitFileConfig(Spec spec) {
    this.spec = spec;
    keys = DeviceKeys.of(spec, 1, ParallelPageStore.MOST_DEPTH);
    pageBytes = (int) spec.bytes("page", USUAL_PAGE_BYTES, 512, 1 << 16);
    if (Integer.bitCount(pageBytes) != 1) {
      throw new SpecException(
          spec + ": page size " + pageBytes + " (allowed: powers of two from 512 to 64K)");
    }
    long leastUnit = Math.max(LEAST_UNIT_BYTES, (long) UnitFile.LEAST_UNIT_PAGES * pageBytes);
    unitBytes = spec.bytesIfGiven("unit", leastUnit, MOST_UNIT_BYTES);
    if (unitBytes % pageBytes != 0) {
      throw new SpecException(
          spec + ": unit size " + unitBytes + " (allowed: multiples of the page size)");
    }
    int open = spec.integer("open", USUAL_OPEN, LEAST_OPEN, 16);
    double spare = spec.fraction("spare", UnitConfig.USUAL_SPARE, 0, 0.9);
    plain = UnitConfig.plain(open, 0).withSpare(spare);
    long least = plain.leastUnits(pageBytes) * (unitBytes == 0 ? USUAL_UNIT_BYTES : unitBytes);
    long most = Math.min(MOST_BYTES, (long) UnitFile.MOST_PAGES * pageBytes);
    sizeBytes = spec.bytes("size", USUAL_BYTES, Math.min(least, most), most);
    if (sizeBytes < least) {
      throw new SpecException(
          String.format(
              "%s: units of %d bytes are too large for a size of %d bytes; use a smaller unit%s",
              spec, unitBytes, sizeBytes, least > most ? "" : ", or size=" + least + " or more"));
    }
    hiddenShare = spec.fraction("op", USUAL_HIDDEN, 0, 10);
    spec.requireAllUsed();
  }

  /**
   * Parses a spec.
   *
   * @throws SpecException if a key is unknown or a value is not allowed
   */
  static UnitFileConfig of(Spec spec) {
    return new UnitFileConfig(spec);
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
    FileDevice files = below.files(site.directory());
    return UnitStoreDevice.create(files, this, site);
  }

  @Override
  public StoreDevice open(DeviceContext site) {
    return UnitStoreDevice.open(below.files(site.directory()), this, site);
  }

  @Override
  public StoreDevice openReadOnly(DeviceContext site) {
    return UnitStoreDevice.open(below.openReadOnly(site).files(), this, site);
  }

  /**
   * Returns the shape of a new file.
   *
   * @param granularity granularity of the drive in bytes, or 0 if unknown
   */
  UnitFile.Shape shape(long granularity) {
    if (unitBytes == 0 && granularity > 0) {
      long unit = (USUAL_UNIT_BYTES + granularity - 1) / granularity * granularity;
      boolean isLargeEnough = plain.leastUnits(pageBytes) * unit <= sizeBytes;
      if (unit % pageBytes == 0 && unit <= MOST_UNIT_BYTES && isLargeEnough) {
        return shapeOf(unit);
      }
    }
    return shapeOf(unitBytes == 0 ? USUAL_UNIT_BYTES : unitBytes);
  }

  private UnitFile.Shape shapeOf(long unit) {
    return new UnitFile.Shape(pageBytes, (int) (unit / pageBytes), (int) (sizeBytes / unit));
  }

  /** Returns whether a file can have been created with these settings. */
  boolean suits(UnitFile.Shape shape) {
    return shape.equals(shapeOf(unitBytes == 0 ? shape.unitBytes() : unitBytes));
  }

  /** Returns where the size of the units comes from. */
  UnitFileStats.UnitSource source(UnitFile.Shape shape) {
    if (unitBytes > 0) {
      return UnitFileStats.UnitSource.SETTING;
    }
    return shape.unitBytes() == USUAL_UNIT_BYTES
        ? UnitFileStats.UnitSource.DEFAULT
        : UnitFileStats.UnitSource.DRIVE;
  }

  /** Returns the settings of a space in a file. */
  UnitConfig config(UnitFile.Shape shape) {
    int hidden = (int) (shape.units() * hiddenShare);
    UnitConfig config = UnitConfig.plain(plain.open(), hidden).withSpare(plain.spareShare());
    return config.canCompensate(shape.units()) ? config : config.withoutCompensation();
  }

  /**
   * Returns how to cache the file. Drives with sectors of 4 KiB refuse direct I/O of smaller pages.
   *
   * @param usual caching of files with larger pages
   */
  RawFile.Caching caching(RawFile.Caching usual) {
    return pageBytes < SECTOR_BYTES ? RawFile.Caching.BUFFERED : usual;
  }

  DeviceKeys keys() {
    return keys;
  }

  @Override
  public String toString() {
    return spec.toString();
  }
}
