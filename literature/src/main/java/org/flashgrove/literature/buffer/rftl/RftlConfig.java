package org.flashgrove.literature.buffer.rftl;

import org.flashgrove.core.spec.Spec;

/**
 * Parameters of RFTL.
 *
 * @param bufferBytes capacity of the reservation buffer in bytes
 * @param pages greatest number of pages with units of one node; a node with more is compacted
 * @param logBytes size at which the log of states is rewritten
 */
public record RftlConfig(long bufferBytes, int pages, long logBytes) {
  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long SMALLEST_LOG = 10L << 20;

  /**
   * Reads a spec such as {@code rftl:buffer=512K,pages=5}.
   *
   * @throws org.flashgrove.core.spec.SpecException if a key is unknown or a value is not allowed
   */
  public static RftlConfig of(Spec spec) {
    long buffer = spec.bytes("buffer", DEFAULT_BUFFER, 4L << 10, 1L << 30);
    RftlConfig config =
        new RftlConfig(buffer, spec.integer("pages", 5, 1, 64), Math.max(SMALLEST_LOG, 4 * buffer));
    spec.requireAllUsed();
    return config;
  }
}
