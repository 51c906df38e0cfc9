package org.flashgrove.storage.device;

import java.util.Locale;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.FileSettings;
import org.flashgrove.storage.placement.Placement;

/**
 * The keys that devices of all kinds have: {@code preallocate} (bytes set aside for a page store
 * when it is created; default 0), {@code placement} ({@code free}, the default: pages are never
 * written over; {@code home}: a node's slot is its id), {@code trim} ({@code on}: free slots are
 * discarded on media that support it; the default, except that it is {@code off} with {@code
 * preallocate}, which requests that the space is kept), {@code depth} (how many reads of a batch of
 * pages are with the device at a time). Memory has neither {@code trim} nor {@code depth}.
 */
public record DeviceKeys(Placement placement, FileSettings files) {
  private static final long MOST_BYTES = 1L << 50;

  /**
   * Reads the keys of a spec, which may have others, too.
   *
   * @param usualDepth {@code depth} if it is not given
   * @param mostDepth the greatest
   * @throws org.flashgrove.core.spec.SpecException if one has a value it cannot have
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
