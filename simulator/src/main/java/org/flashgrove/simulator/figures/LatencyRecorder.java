package org.flashgrove.simulator.figures;

import org.HdrHistogram.Histogram;

/** Latencies of requests by kind and origin, three significant digits. */
public final class LatencyRecorder {
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram[] histograms = new Histogram[RequestKind.COUNT * Origin.COUNT];

  /** Records one request. */
  public void record(RequestKind kind, Origin origin, long latencyNanos) {
    int index = kind.ordinal() * Origin.COUNT + origin.ordinal();
    Histogram histogram = histograms[index];
    if (histogram == null) {
      histogram = new Histogram(SIGNIFICANT_DIGITS);
      histogram.setAutoResize(true);
      histograms[index] = histogram;
    }
    histogram.recordValue(latencyNanos);
  }

  /** Forgets everything. */
  public void reset() {
    for (Histogram histogram : histograms) {
      if (histogram != null) {
        histogram.reset();
      }
    }
  }

  /** Latencies of one kind and one origin. */
  public LatencyFigures figures(RequestKind kind, Origin origin) {
    Histogram histogram = histograms[kind.ordinal() * Origin.COUNT + origin.ordinal()];
    return histogram == null ? LatencyFigures.NONE : figures(histogram);
  }

  /** Latencies of one kind over all origins. */
  public LatencyFigures figures(RequestKind kind) {
    Histogram sum = new Histogram(SIGNIFICANT_DIGITS);
    sum.setAutoResize(true);
    for (int origin = 0; origin < Origin.COUNT; origin++) {
      Histogram histogram = histograms[kind.ordinal() * Origin.COUNT + origin];
      if (histogram != null) {
        sum.add(histogram);
      }
    }
    return figures(sum);
  }

  private static LatencyFigures figures(Histogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return LatencyFigures.NONE;
    }
    return new LatencyFigures(
        histogram.getTotalCount(),
        histogram.getMean(),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(90),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getValueAtPercentile(99.99),
        histogram.getMaxValue());
  }
}
