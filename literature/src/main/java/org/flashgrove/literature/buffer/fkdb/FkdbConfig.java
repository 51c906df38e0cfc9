package org.flashgrove.literature.buffer.fkdb;

import org.flashgrove.core.spec.Spec;

/**
 * Parameters of F-KDB's buffer.
 *
 * @param bufferBytes memory for logging entries in bytes
 * @param unit maximum number of pages that a flush writes
 * @param readCost cost of reading a page, in any unit
 * @param writeCost cost of writing a page, in the same unit
 * @param updateWeight amount by which an update of a node lowers the node's credit, as a share of
 *     {@code readCost}, at least 0; {@link WorkloadAdaptation} explains the credit
 * @param adaptive whether frequently read nodes are merged into one page ({@link
 *     WorkloadAdaptation})
 * @param logBytes size, in bytes, above which the log of checkpoint states is rewritten
 */
public record FkdbConfig(
    long bufferBytes,
    int unit,
    int readCost,
    int writeCost,
    double updateWeight,
    boolean adaptive,
    long logBytes) {
  private static final long DEFAULT_BUFFER = 512L << 10;
  private static final long SMALLEST_LOG = 10L << 20;

  /**
   * Parses {@code fkdb:buffer=512K,unit=5,readcost=1,writecost=10,update=50%,wa=on,log=10M}.
   *
   * @throws org.flashgrove.core.spec.SpecException if a key or value is invalid
   */
  public static FkdbConfig of(Spec spec) {
    long buffer = spec.bytes("buffer", DEFAULT_BUFFER, 4L << 10, 1L << 30);
    FkdbConfig config =
        new FkdbConfig(
            buffer,
            spec.integer("unit", 5, 1, 64),
            spec.integer("readcost", 1, 1, 1 << 20),
            spec.integer("writecost", 10, 1, 1 << 20),
            spec.fraction("update", 0.5, 0, 100),
            spec.flag("wa", true),
            spec.bytes("log", Math.max(SMALLEST_LOG, 4 * buffer), 64L << 10, 1L << 40));
    spec.requireAllUsed();
    return config;
  }
}
