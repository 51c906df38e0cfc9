package org.flashgrove.simulator.figures;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Recorder of latencies by kind and origin. Counts, sums and maxima are exact; percentiles have
 * three significant digits.
 */
public final class LatencyRecorder {
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final int CELLS = OperationKind.COUNT * Origin.COUNT;

  private final Histogram[] histograms = new Histogram[CELLS];
  private final long[] sums = new long[CELLS];
  private final long[] longest = new long[CELLS];

  /** Records the latency of one operation. */
  public void record(OperationKind kind, Origin origin, long latencyNanos) {
    int cell = kind.ordinal() * Origin.COUNT + origin.ordinal();
    if (histograms[cell] == null) {
      histograms[cell] = histogram();
    }
    histograms[cell].recordValue(latencyNanos);
    sums[cell] += latencyNanos;
    longest[cell] = Math.max(longest[cell], latencyNanos);
  }

  private static Histogram histogram() {
    Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
    histogram.setAutoResize(true);
    return histogram;
  }

  /** Discards all latencies. */
  public void reset() {
    Arrays.fill(histograms, null);
    Arrays.fill(sums, 0);
    Arrays.fill(longest, 0);
  }

  /** Returns statistics of the latencies of one kind and one origin. */
  public LatencyStats figures(OperationKind kind, Origin origin) {
    int cell = kind.ordinal() * Origin.COUNT + origin.ordinal();
    return figures(histograms[cell], sums[cell], longest[cell]);
  }

  /** Returns statistics of the latencies of one kind over all host origins. */
  public LatencyStats figures(OperationKind kind) {
    Histogram all = histogram();
    long sum = 0;
    long max = 0;
    for (Origin origin : Origin.values()) {
      int cell = kind.ordinal() * Origin.COUNT + origin.ordinal();
      if (origin.isHost() && histograms[cell] != null) {
        all.add(histograms[cell]);
        sum += sums[cell];
        max = Math.max(max, longest[cell]);
      }
    }
    return figures(all, sum, max);
  }

  private static LatencyStats figures(Histogram histogram, long sum, long max) {
    if (histogram == null || histogram.getTotalCount() == 0) {
      return LatencyStats.NONE;
    }
    return new LatencyStats(
        histogram.getTotalCount(),
        (double) sum / histogram.getTotalCount(),
        percentile(histogram, 50, max),
        percentile(histogram, 90, max),
        percentile(histogram, 99, max),
        percentile(histogram, 99.9, max),
        percentile(histogram, 99.99, max),
        max);
  }

  /**
   * Returns a percentile: the upper bound of the histogram bucket that contains it, but at most
   * {@code max}.
   */
  private static long percentile(Histogram histogram, double percent, long max) {
    return Math.min(max, histogram.getValueAtPercentile(percent));
  }
}
