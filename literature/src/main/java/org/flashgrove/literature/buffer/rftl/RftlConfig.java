package org.flashgrove.literature.buffer.rftl;

import org.flashgrove.core.spec.Spec;

/**
 * The parameters of RFTL.
 *
 * @param bufferBytes capacity of the reservation buffer
 * @param pages most pages that hold units of one node; a node with more is compacted
 * @param logBytes size of the log of states above which it is rewritten
 */
public record RftlConfig(long bufferBytes, int pages, long logBytes) {
  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long SMALLEST_LOG = 10L << 20;

  /**
   * Reads a spec such as {@code rftl:buffer=512K,pages=5}.
   *
   * @throws org.flashgrove.core.spec.SpecException if a key or value is not understood
   */
  public static RftlConfig of(Spec spec) {
    long buffer = spec.bytes("buffer", DEFAULT_BUFFER, 4L << 10, 1L << 30);
    RftlConfig config =
        new RftlConfig(buffer, spec.integer("pages", 5, 1, 64), Math.max(SMALLEST_LOG, 4 * buffer));
    spec.requireAllUsed();
    return config;
  }
}
