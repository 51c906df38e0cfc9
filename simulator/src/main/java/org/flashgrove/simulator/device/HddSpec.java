package org.flashgrove.simulator.device;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/**
 * Spec of a disk, such as {@code hdd:seek=3.5ms,bandwidth=125M}.
 *
 * <table>
 *   <caption>Keys</caption>
 *   <tr><td>{@code seek=3.5ms}</td><td>time to move the heads and wait for the sector, in {@code ms}
 *       or {@code us}; up to an hour</td></tr>
 *   <tr><td>{@code bandwidth=125M}</td><td>bytes transferred per second</td></tr>
 *   <tr><td>{@code page=4K}</td><td>page size; a page is written completely or not at all</td></tr>
 *   <tr><td>{@code size=4G}</td><td>disk size, rounded down to complete pages</td></tr>
 *   <tr><td>{@code depth=1}</td><td>maximum number of outstanding requests; requests are served in order</td></tr>
 *   <tr><td>{@code content=on}</td><td>whether content is stored; if off, operations are only counted</td></tr>
 * </table>
 *
 * <p>The defaults describe the disk of Lee et al., <i>Sorted index scan</i> (2011): 3.5 ms for a
 * random access of 4 KB, and 125 MB per second for sequential accesses.
 */
public final class HddSpec {
  private static final long LONGEST_SEEK_NANOS = 3_600_000_000_000L;

  private final Spec spec;
  private final long seekNanos;
  private final long bytesPerSecond;
  private final int pageBytes;
  private final long pageCount;
  private final int depth;
  private final boolean content;

  private HddSpec(Spec spec) {
    this.spec = spec;
    seekNanos =
        spec.value("seek", "3.5ms", "a time from 0, such as 3.5ms or 3500us", HddSpec::nanos);
    bytesPerSecond = spec.bytes("bandwidth", 125L << 20, 1, 1L << 50);
    pageBytes = (int) spec.bytes("page", 4096, 512, 1 << 20);
    pageCount = spec.bytes("size", 4L << 30, pageBytes, 1L << 40) / pageBytes;
    depth = spec.integer("depth", 1, 1, HostQueue.DEEPEST);
    content = spec.flag("content", true);
    spec.requireAllUsed();
  }

  private static Long nanos(String value) {
    String lower = value.toLowerCase(Locale.ROOT);
    double unit = lower.endsWith("ms") ? 1e6 : lower.endsWith("us") ? 1e3 : Double.NaN;
    double nanos = Double.parseDouble(lower.replaceFirst("[mu]s$", "")) * unit;
    return nanos >= 0 && nanos <= LONGEST_SEEK_NANOS ? Math.round(nanos) : null;
  }

  /**
   * Parses a spec whose name is {@code hdd}.
   *
   * @throws SpecException if a key is unknown or a value is not allowed
   */
  public static HddSpec of(Spec spec) {
    if (!spec.name().equals("hdd")) {
      throw new SpecException("device '" + spec.name() + "' (allowed: hdd)");
    }
    return new HddSpec(spec);
  }

  /** Parses a spec string. */
  public static HddSpec parse(String text) {
    return of(Spec.parse(text));
  }

  /** Returns a disk full of zeros. */
  public HddDevice open() {
    return new HddDevice(this);
  }

  /**
   * Returns a disk with the state that {@link HddDevice#save} wrote. The disk has been restarted.
   *
   * @throws IOException if reading fails, or the image does not match this spec
   */
  public HddDevice open(InputStream image) throws IOException {
    HddDevice device = new HddDevice(this);
    device.load(image);
    return device;
  }

  long seekNanos() {
    return seekNanos;
  }

  long bytesPerSecond() {
    return bytesPerSecond;
  }

  int pageBytes() {
    return pageBytes;
  }

  long pageCount() {
    return pageCount;
  }

  int depth() {
    return depth;
  }

  boolean content() {
    return content;
  }

  /** Returns the spec as given. */
  @Override
  public String toString() {
    return spec.toString();
  }
}
