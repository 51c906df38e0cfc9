package org.flashgrove.storage.device;

import java.util.Locale;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.FileSettings;
import org.flashgrove.storage.placement.Placement;

/**
 * Settings that several kinds of devices share. Their keys in a spec are:
 *
 * <ul>
 *   <li>{@code preallocate}: bytes of disk space to reserve for a new page store; default 0.
 *   <li>{@code placement}: {@code free} (default) never overwrites a page; {@code home} overwrites
 *       pages in place, and stores each node in the slot whose number is the node's id.
 *   <li>{@code trim}: {@code on} discards free slots on media that support it. The default is
 *       {@code on}. With {@code preallocate} the default is {@code off}, because the reserved space
 *       must be kept.
 *   <li>{@code depth}: maximum number of concurrent device reads for a batch of pages.
 * </ul>
 *
 * <p>The device {@code memory} has neither {@code trim} nor {@code depth}.
 */
public record DeviceKeys(Placement placement, FileSettings files) {
  private static final long MOST_BYTES = 1L << 50;

  /**
   * Reads these settings from a spec, which may also contain other keys.
   *
   * @param usualDepth default of {@code depth}
   * @param mostDepth maximum of {@code depth}
   * @throws org.flashgrove.core.spec.SpecException if a value is invalid
   */
  public static DeviceKeys of(Spec spec, int usualDepth, int mostDepth) {
    long bytes = preallocation(spec);
    Placement placement = placement(spec);
    boolean trim = spec.flag("trim", bytes == 0);
    int depth = spec.integer("depth", usualDepth, 1, mostDepth);
    return new DeviceKeys(placement, new FileSettings(bytes, trim, depth));
  }

  static DeviceKeys ofMemory(Spec spec) {
    long bytes = preallocation(spec);
    return new DeviceKeys(placement(spec), new FileSettings(bytes, false, 1));
  }

  private static long preallocation(Spec spec) {
    return spec.bytes("preallocate", 0, 0, MOST_BYTES);
  }

  private static Placement placement(Spec spec) {
    String word = spec.choice("placement", "free", "free", "home");
    return Placement.valueOf(word.toUpperCase(Locale.ROOT));
  }
}
