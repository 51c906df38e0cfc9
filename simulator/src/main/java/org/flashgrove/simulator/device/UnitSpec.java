package org.flashgrove.simulator.device;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.simulator.chip.NandModel;
import org.flashgrove.simulator.chip.NandPresets;
import org.flashgrove.simulator.fdp.FdpConfig;
import org.flashgrove.simulator.fdp.Isolation;
import org.flashgrove.simulator.zns.ZnsConfig;
import org.flashgrove.unitspace.UnitConfig;
import org.jspecify.annotations.Nullable;

/**
 * Spec of a device whose pages may be placed in units, which are runs of consecutive pages. Such a
 * device is {@code nand:unit=1M}, a drive with placement handles such as {@code
 * fdp:size=256M,ru=1M,unit=1M}, or a drive with zones such as {@code zns:size=256M,zone=1M}.
 *
 * <table>
 *   <caption>Keys of units</caption>
 *   <tr><td>{@code unit}</td><td>bytes of a unit; by default there are no units. With several
 *       handles it must equal {@code ru}; with zones a unit is always a zone</td></tr>
 *   <tr><td>{@code open=4}</td><td>number of open units, 2 to 16; with several handles there is one
 *       for each handle</td></tr>
 *   <tr><td>{@code spare=7%}</td><td>share of the units that contain no data, as room for
 *       collection</td></tr>
 *   <tr><td>{@code compensate=on}</td><td>whether collection keeps the sets of units balanced
 *       ({@link UnitConfig#compensates}); {@code nand}, and {@code fdp} with one handle</td></tr>
 * </table>
 *
 * <table>
 *   <caption>Keys of {@code fdp} and {@code zns}</caption>
 *   <tr><td>{@code chip=mlc}</td><td>chip type with the page size and the times</td></tr>
 *   <tr><td>{@code size=256M}</td><td>bytes of the whole flash</td></tr>
 *   <tr><td>{@code ru=1M}, {@code zone=1M}</td><td>bytes of a reclaim unit or a zone</td></tr>
 *   <tr><td>{@code op=7%}</td><td>of T reclaim units the host sees {@code floor(T / (1 + op))};
 *       {@code fdp}</td></tr>
 *   <tr><td>{@code handles=4}</td><td>placement handles; {@code 1} for a plain drive; {@code
 *       fdp}</td></tr>
 *   <tr><td>{@code isolation=initial}</td><td>{@code initial}, {@code persistent} or {@code
 *       mixed}: where copied pages go; {@code fdp} with several handles</td></tr>
 *   <tr><td>{@code depth=1}</td><td>maximum number of outstanding requests</td></tr>
 * </table>
 */
final class UnitSpec implements SimulatedDevices.Model {
  private static final double FOREGROUND_SHARE = 0.01;
  private static final double BACKGROUND_SHARE = 0.10;
  private static final double LAZY_SHARE = 0.05;
  private static final int LEAST_FREE = 2;
  private static final int USUAL_OPEN = 4;
  private static final int MOST_OPEN = 16;
  private static final long LARGEST = 1L << 40;
  private static final long USUAL_BYTES = 256L << 20;
  private static final long USUAL_UNIT_BYTES = 1L << 20;

  /** Creates the device below the units. */
  @FunctionalInterface
  private interface Medium {
    /**
     * Creates an empty device, or opens a saved one.
     *
     * @param image saved device; null to create an empty one
     */
    SimulatedDevice open(@Nullable InputStream image) throws IOException;
  }

  private final Medium medium;
  private final int unitPages;

  /** Returns the settings of the units on a device. Null for a device without units. */
  private final @Nullable Function<SimulatedDevice, UnitConfig> config;

  private UnitSpec(
      Medium medium, int unitPages, @Nullable Function<SimulatedDevice, UnitConfig> config) {
    this.medium = medium;
    this.unitPages = unitPages;
    this.config = config;
  }

  /**
   * Parses a spec with the name {@code nand}.
   *
   * @throws SpecException if a key is unknown or a value is not allowed
   */
  static UnitSpec nand(Spec spec) {
    UnitKeys keys = UnitKeys.of(spec);
    NandSpec nand = NandSpec.of(spec);
    Medium medium = image -> image == null ? nand.open() : nand.open(image);
    if (!keys.areGiven()) {
      return new UnitSpec(medium, 0, null);
    }
    if (!nand.content()) {
      throw new SpecException("nand: unit with content=off (allowed: content=on)");
    }
    FlashGeometry geometry = nand.model().geometry();
    long flashPages = (long) geometry.blockCount() * geometry.pagesPerBlock();
    int unitPages = pages("nand: unit", keys.bytes, geometry.pageBytes());
    return new UnitSpec(
        medium, unitPages, device -> keys.plain((flashPages - device.pageCount()) / unitPages));
  }

  /**
   * Parses a spec with the name {@code fdp}.
   *
   * @throws SpecException if a key is unknown or a value is not allowed
   */
  static UnitSpec fdp(Spec spec) {
    NandModel chip = chip(spec);
    int pageBytes = chip.geometry().pageBytes();
    int unitPages = pages("fdp: ru", spec.bytes("ru", USUAL_UNIT_BYTES, 1, LARGEST), pageBytes);
    int all = units(spec, unitPages, pageBytes);
    int visible = (int) (all / (1 + spec.fraction("op", 0.07, 0, 10)));
    int handles = spec.integer("handles", 4, 1, MOST_OPEN);
    Isolation isolation =
        Isolation.valueOf(
            spec.choice("isolation", "initial", "initial", "persistent", "mixed")
                .toUpperCase(Locale.ROOT));
    int depth = spec.integer("depth", 1, 1, HostQueue.DEEPEST);
    UnitKeys keys = UnitKeys.of(spec);
    spec.requireAllUsed();
    FdpConfig config =
        checked(
            "fdp",
            () ->
                handles == 1
                    ? FdpConfig.plain(visible, all, unitPages)
                    : handled(visible, all, unitPages, handles, isolation));
    Medium medium = image -> loaded(new FdpDisk(config, pageBytes, chip.timing(), depth), image);
    if (!keys.areGiven()) {
      return new UnitSpec(medium, 0, null);
    }
    int hostPages = pages("fdp: unit", keys.bytes, pageBytes);
    if (handles == 1) {
      long spareUnits = (long) (all - visible) * unitPages / hostPages;
      return new UnitSpec(medium, hostPages, device -> keys.plain(spareUnits));
    }
    if (hostPages != unitPages || spec.has("open") || spec.has("compensate")) {
      throw new SpecException(
          "fdp: several handles with unit (allowed: unit equal to ru, without open, compensate)");
    }
    return new UnitSpec(
        medium, hostPages, device -> UnitConfig.streams(handles).withSpare(keys.spare));
  }

  private static FdpConfig handled(
      int visible, int all, int unitPages, int handles, Isolation isolation) {
    return new FdpConfig(
        visible,
        all,
        unitPages,
        handles,
        isolation,
        Math.max(LEAST_FREE, (int) (FOREGROUND_SHARE * all)),
        (int) (BACKGROUND_SHARE * all),
        LAZY_SHARE,
        0,
        0,
        "greedy");
  }

  /**
   * Parses a spec with the name {@code zns}.
   *
   * @throws SpecException if a key is unknown or a value is not allowed
   */
  static UnitSpec zns(Spec spec) {
    NandModel chip = chip(spec);
    int pageBytes = chip.geometry().pageBytes();
    int zonePages = pages("zns: zone", spec.bytes("zone", USUAL_UNIT_BYTES, 1, LARGEST), pageBytes);
    int zones = units(spec, zonePages, pageBytes);
    int open = spec.integer("open", USUAL_OPEN, 2, MOST_OPEN);
    int depth = spec.integer("depth", 1, 1, HostQueue.DEEPEST);
    double spare = spareShare(spec);
    spec.requireAllUsed();
    ZnsConfig config = checked("zns", () -> ZnsConfig.of(zones, zonePages, open));
    return new UnitSpec(
        image -> loaded(new ZnsDisk(config, pageBytes, chip.timing(), depth), image),
        zonePages,
        device -> UnitConfig.streams(open).withSpare(spare));
  }

  /** Values of the keys for units. The device has no units unless {@code bytes} is positive. */
  private record UnitKeys(long bytes, int open, double spare, boolean compensates) {
    static UnitKeys of(Spec spec) {
      UnitKeys keys =
          new UnitKeys(
              spec.bytesIfGiven("unit", 1, LARGEST),
              spec.integer("open", USUAL_OPEN, 2, MOST_OPEN),
              spareShare(spec),
              spec.flag("compensate", true));
      if (!keys.areGiven() && (spec.has("open") || spec.has("spare") || spec.has("compensate"))) {
        throw new SpecException(
            spec.name() + ": open, spare and compensate need unit; set unit or remove them");
      }
      return keys;
    }

    boolean areGiven() {
      return bytes > 0;
    }

    UnitConfig plain(long deviceSpare) {
      UnitConfig config = UnitConfig.plain(open, Math.toIntExact(deviceSpare)).withSpare(spare);
      return compensates ? config : config.withoutCompensation();
    }
  }

  private static SimulatedDevice loaded(PageDisk disk, @Nullable InputStream image)
      throws IOException {
    if (image != null) {
      disk.load(image);
    }
    return disk;
  }

  private static double spareShare(Spec spec) {
    return spec.fraction("spare", UnitConfig.USUAL_SPARE, 0, 0.9);
  }

  private static NandModel chip(Spec spec) {
    return NandPresets.named(
        spec.choice("chip", "mlc", NandPresets.names().toArray(new String[0])));
  }

  private static int units(Spec spec, int unitPages, int pageBytes) {
    long unitBytes = (long) unitPages * pageBytes;
    return Math.toIntExact(spec.bytes("size", USUAL_BYTES, unitBytes, LARGEST) / unitBytes);
  }

  private static int pages(String key, long bytes, int pageBytes) {
    long pages = bytes / pageBytes;
    if (bytes % pageBytes != 0 || pages < 4 || pages > 1 << 20) {
      throw new SpecException(
          key + "=" + bytes + " (allowed: 4 to 2^20 pages of " + pageBytes + " bytes)");
    }
    return (int) pages;
  }

  private static <T> T checked(String name, Supplier<T> created) {
    try {
      return created.get();
    } catch (IllegalArgumentException e) {
      throw new SpecException(name + ": " + e.getMessage());
    }
  }

  @Override
  public SimulatedDevice open() {
    try {
      return withUnits(medium.open(null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public SimulatedDevice open(InputStream image) throws IOException {
    SimulatedDevice device = withUnits(medium.open(image));
    device.resetFigures(); // opening units may collect
    return device;
  }

  private SimulatedDevice withUnits(SimulatedDevice device) {
    Function<SimulatedDevice, UnitConfig> given = config;
    return given == null
        ? device
        : checked("unit", () -> new UnitDevice(device, unitPages, given.apply(device)));
  }
}
