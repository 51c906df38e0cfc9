package org.flashgrove.jmh.bench.measure;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Measured values of one peer (library in the benchmark) in one row of the report.
 *
 * @param row name of the row
 * @param operations number of operations
 * @param wallSeconds wall time of all operations in seconds
 * @param cpuSeconds CPU time in seconds, of all threads of the process or of the querying threads
 * @param bytesRead bytes read from the device, or null if unknown
 * @param bytesWritten bytes written to the device, or null if unknown
 * @param latencyMicros latencies of single operations in microseconds, by percentile; empty if not
 *     measured
 * @param figures further values by name
 */
public record Measurement(
    String row,
    long operations,
    double wallSeconds,
    double cpuSeconds,
    Long bytesRead,
    Long bytesWritten,
    Map<String, Double> latencyMicros,
    Map<String, Object> figures) {
  /** Creates a measurement without bytes and latencies. */
  public static Measurement of(String row, long operations, double wallSeconds, double cpuSeconds) {
    return new Measurement(
        row, operations, wallSeconds, cpuSeconds, null, null, Map.of(), Map.of());
  }

  /** Returns a copy with an additional value. */
  public Measurement with(String name, Object figure) {
    Map<String, Object> more = new LinkedHashMap<>(figures);
    more.put(name, figure);
    return new Measurement(
        row, operations, wallSeconds, cpuSeconds, bytesRead, bytesWritten, latencyMicros, more);
  }

  /** Returns the number of operations per second. */
  public double perSecond() {
    return operations / wallSeconds;
  }

  /** Returns the wall time per operation in microseconds. */
  public double wallMicros() {
    return wallSeconds * 1e6 / operations;
  }

  /** Returns the CPU time per operation in microseconds. */
  public double cpuMicros() {
    return cpuSeconds * 1e6 / operations;
  }
}
