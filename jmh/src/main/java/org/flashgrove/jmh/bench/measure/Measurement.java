package org.flashgrove.jmh.bench.measure;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A row of the comparison, of one peer.
 *
 * @param row its name
 * @param operations how many
 * @param wallSeconds of all of them
 * @param cpuSeconds of all threads of the process, or of those that asked
 * @param bytesRead from the device, or null where the system does not say
 * @param bytesWritten to the device, likewise
 * @param latencyMicros of single operations by percentile; empty if they were not timed
 * @param figures further ones by name
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
  /** Creates the measurement of operations without bytes and latencies. */
  public static Measurement of(String row, long operations, double wallSeconds, double cpuSeconds) {
    return new Measurement(
        row, operations, wallSeconds, cpuSeconds, null, null, Map.of(), Map.of());
  }

  /** Adds a figure. */
  public Measurement with(String name, Object figure) {
    Map<String, Object> more = new LinkedHashMap<>(figures);
    more.put(name, figure);
    return new Measurement(
        row, operations, wallSeconds, cpuSeconds, bytesRead, bytesWritten, latencyMicros, more);
  }

  /** Returns operations a second. */
  public double perSecond() {
    return operations / wallSeconds;
  }

  /** Returns microseconds an operation. */
  public double wallMicros() {
    return wallSeconds * 1e6 / operations;
  }

  /** Returns microseconds of processors an operation. */
  public double cpuMicros() {
    return cpuSeconds * 1e6 / operations;
  }
}
