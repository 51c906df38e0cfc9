package org.flashgrove.simulator.figures;

/**
 * Latencies of operations from arrival (or issue) to completion, in nanoseconds of virtual time.
 * Percentiles have three significant digits; mean and maximum are exact.
 *
 * @param count number of operations
 * @param meanNanos mean
 * @param p50Nanos median
 * @param p90Nanos 90th percentile
 * @param p99Nanos 99th percentile
 * @param p999Nanos 99.9th percentile
 * @param p9999Nanos 99.99th percentile
 * @param maxNanos maximum
 */
public record LatencyStats(
    long count,
    double meanNanos,
    long p50Nanos,
    long p90Nanos,
    long p99Nanos,
    long p999Nanos,
    long p9999Nanos,
    long maxNanos) {

  /** Value if there were no operations. */
  public static final LatencyStats NONE = new LatencyStats(0, 0, 0, 0, 0, 0, 0, 0);
}
