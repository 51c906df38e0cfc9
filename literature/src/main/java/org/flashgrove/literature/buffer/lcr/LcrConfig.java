package org.flashgrove.literature.buffer.lcr;

import org.flashgrove.core.spec.Spec;

/**
 * Parameters of the LCR-tree.
 *
 * @param bufferBytes memory for log records in bytes
 * @param merge maximum number of log records of a node, as a share of the number of entries in the
 *     page of the node; if a node has more log records, they are merged into the page
 * @param logBytes size, in bytes, above which the log of checkpoint states is rewritten
 */
public record LcrConfig(long bufferBytes, double merge, long logBytes) {
  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long SMALLEST_LOG = 10L << 20;

  /**
   * Maximum of {@code merge}. With a larger value, a node's records might not fit into a log page.
   */
  private static final double MOST_MERGE = 0.8;

  /**
   * Parses a spec such as {@code lcr:buffer=512K,merge=50%}.
   *
   * @throws org.flashgrove.core.spec.SpecException if a key or value is invalid
   */
  public static LcrConfig of(Spec spec) {
    long buffer = spec.bytes("buffer", DEFAULT_BUFFER, 4L << 10, 1L << 30);
    LcrConfig config =
        new LcrConfig(
            buffer,
            spec.fraction("merge", 0.5, 0.05, MOST_MERGE),
            Math.max(SMALLEST_LOG, 4 * buffer));
    spec.requireAllUsed();
    return config;
  }
}
