package org.flashgrove.jmh.bench.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Measures the time and the number of bytes read and written, from the creation of this object to
 * {@link #end}.
 */
public final class Meter {
  private static final int DIGITS = 3;

  private final Long read = ProcessStats.bytesRead();
  private final Long written = ProcessStats.bytesWritten();
  private final double cpu = ProcessStats.cpuSeconds();
  private final Histogram nanos = new Histogram(DIGITS);
  private final long begin = System.nanoTime();
  private long last = begin;

  /**
   * Records the latency of an operation that ends now. The operation began when the previous one
   * ended.
   */
  public void done() {
    long now = System.nanoTime();
    nanos.recordValue(now - last);
    last = now;
  }

  /** Returns the seconds since the creation of this meter. */
  public double seconds() {
    return (System.nanoTime() - begin) / 1e9;
  }

  /** Adds the latencies of another thread's meter. */
  public void add(Meter other) {
    nanos.add(other.nanos);
  }

  /**
   * Ends the measurement, and returns the measured values.
   *
   * @param row name of the row of the report
   * @param operations number of operations that were measured
   */
  public Measurement end(String row, long operations) {
    double wall = seconds();
    double used = ProcessStats.cpuSeconds() - cpu;
    return new Measurement(
        row,
        operations,
        wall,
        used,
        difference(ProcessStats.bytesRead(), read),
        difference(ProcessStats.bytesWritten(), written),
        latencies(nanos),
        Map.of());
  }

  private static Long difference(Long after, Long before) {
    return after == null || before == null ? null : Long.valueOf(after - before);
  }

  /**
   * Returns percentiles of latencies in microseconds. Returns an empty map if there are no
   * latencies.
   */
  static Map<String, Double> latencies(Histogram nanos) {
    Map<String, Double> micros = new LinkedHashMap<>();
    if (nanos.getTotalCount() > 0) {
      micros.put("p50", nanos.getValueAtPercentile(50) / 1e3);
      micros.put("p99", nanos.getValueAtPercentile(99) / 1e3);
      micros.put("p999", nanos.getValueAtPercentile(99.9) / 1e3);
      micros.put("max", nanos.getMaxValue() / 1e3);
    }
    return micros;
  }
}
