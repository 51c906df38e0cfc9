package org.flashgrove.literature.buffer.lcr;

import org.flashgrove.core.spec.Spec;

/**
 * Parameters of the LCR-tree.
 *
 * @param bufferBytes capacity of the buffer of log records in bytes
 * @param merge share of the entries in a node's page; a node with more log records is merged into
 *     its page
 * @param logBytes size at which the log of states is rewritten
 */
public record LcrConfig(long bufferBytes, double merge, long logBytes) {
  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long SMALLEST_LOG = 10L << 20;

  /** Above this a node's records might not fit a page of the log. */
  private static final double MOST_MERGE = 0.8;

  /**
   * Reads a spec such as {@code lcr:buffer=512K,merge=50%}.
   *
   * @throws org.flashgrove.core.spec.SpecException if a key is unknown or a value is not allowed
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
