package org.flashgrove.storage.node;

import org.flashgrove.core.spec.Spec;

/**
 * The parameters of the plain pool.
 *
 * @param bufferBytes memory, unless frames are given
 * @param frames pages held at most, or 0 to take them from the memory
 * @param logBytes size of the log above which it is compacted
 * @param festival whether memory is counted as the C implementation does: a page is its size plus
 *     4, and a last page fits if any byte is left
 */
public record PoolConfig(long bufferBytes, int frames, long logBytes, boolean festival) {
  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long SMALLEST_LOG = 10L << 20;
  private static final int FESTIVAL_PAGE_OVERHEAD = 4;

  /** A page object with its buffer, and its places in map and queue. */
  private static final int PAGE_OVERHEAD = 192;

  /**
   * Reads a spec such as {@code none:frames=128}.
   *
   * @throws org.flashgrove.core.spec.SpecException if a key or value is not understood
   */
  public static PoolConfig of(Spec spec) {
    long buffer = spec.bytes("buffer", DEFAULT_BUFFER, 16L << 10, 1L << 38);
    int frames =
        spec.has("frames")
            ? spec.integer("frames", PoolBuffer.MIN_FRAMES, PoolBuffer.MIN_FRAMES, 1 << 28)
            : 0;
    spec.choice("policy", "lru", "lru");
    PoolConfig config =
        new PoolConfig(
            buffer,
            frames,
            spec.bytes("log", Math.max(SMALLEST_LOG, 2 * buffer), 64L << 10, 1L << 40),
            spec.choice("memory", "real", "real", "festival64").equals("festival64"));
    spec.requireAllUsed();
    return config;
  }

  /** Pages held at most. */
  public int frameCount(int pageSize) {
    if (frames > 0) {
      return frames;
    }
    if (festival) {
      long cost = pageSize + FESTIVAL_PAGE_OVERHEAD;
      return (int) Math.max(PoolBuffer.MIN_FRAMES, (bufferBytes + cost - 1) / cost);
    }
    return (int) Math.max(PoolBuffer.MIN_FRAMES, bufferBytes / (pageSize + PAGE_OVERHEAD));
  }
}
