package org.flashgrove.literature.buffer.rftl;

import org.flashgrove.core.spec.Spec;

/**
 * Parameters of RFTL.
 *
 * @param bufferBytes memory of the reservation buffer in bytes
 * @param pages maximum number of pages that may contain units of one node; a node with units on
 *     more pages is compacted
 * @param logBytes size, in bytes, above which the log of checkpoint states is rewritten
 */
public record RftlConfig(long bufferBytes, int pages, long logBytes) {
  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long SMALLEST_LOG = 10L << 20;

  /**
   * Parses a spec such as {@code rftl:buffer=512K,pages=5}.
   *
   * @throws org.flashgrove.core.spec.SpecException if a key or value is invalid
   */
  public static RftlConfig of(Spec spec) {
    long buffer = spec.bytes("buffer", DEFAULT_BUFFER, 4L << 10, 1L << 30);
    RftlConfig config =
        new RftlConfig(buffer, spec.integer("pages", 5, 1, 64), Math.max(SMALLEST_LOG, 4 * buffer));
    spec.requireAllUsed();
    return config;
  }
}
