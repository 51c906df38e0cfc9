package org.flashgrove.lab.experiment;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;

/**
 * Axis of a chart with its ticks.
 *
 * @param low value where the axis starts; for a logarithmic axis, the exponent of ten
 * @param high value where the axis ends; for a logarithmic axis, the exponent of ten
 * @param ticks values with a label
 * @param labels one label for each tick
 */
record Axis(double low, double high, boolean isLogarithmic, double[] ticks, List<String> labels) {
  private static final int MOST_STEPS = 8;
  private static final double LEAST_SPAN = 1e-9;
  private static final double[] FACTORS = {1, 2, 5, 10};
  private static final double LEAST_PLAIN = 1e-4;
  private static final double MOST_PLAIN = 1e7;

  /** Creates an axis with a tick in the middle of each category. */
  static Axis ofCategories(List<String> labels) {
    double[] ticks = new double[labels.size()];
    for (int i = 0; i < ticks.length; i++) {
      ticks[i] = i + 0.5;
    }
    return new Axis(0, Math.max(1, ticks.length), false, ticks, labels);
  }

  /**
   * Creates an axis for values, with a tick at each end.
   *
   * @param isOfBars whether bars begin on the axis. A linear axis then contains 0, and a
   *     logarithmic axis begins below the least value.
   */
  static Axis of(DoubleSummaryStatistics values, boolean isLogarithmic, boolean isOfBars) {
    double least = values.getCount() == 0 ? 1 : values.getMin();
    double most = values.getCount() == 0 ? 1 : values.getMax();
    if (isLogarithmic) {
      double low = isOfBars ? Math.ceil(Math.log10(least)) - 1 : Math.floor(Math.log10(least));
      double high = Math.max(low + 1, Math.ceil(Math.log10(most)));
      return withSteps(low, high, Math.ceil((high - low) / MOST_STEPS), true);
    }
    if (isOfBars) {
      least = Math.min(0, least);
      most = Math.max(0, most);
    }
    double size = Math.max(Math.abs(least), Math.abs(most));
    if (most - least <= LEAST_SPAN * size) {
      most = least + Math.max(1, size);
    }
    double about = (most - least) / MOST_STEPS;
    double power = Math.pow(10, Math.floor(Math.log10(about)));
    int factor = 0;
    while (FACTORS[factor] * power < about) {
      factor++;
    }
    return withSteps(least, most, FACTORS[factor] * power, false);
  }

  private static Axis withSteps(double least, double most, double step, boolean isLogarithmic) {
    long first = (long) Math.floor(least / step + LEAST_SPAN);
    double[] ticks = new double[(int) ((long) Math.ceil(most / step - LEAST_SPAN) - first) + 1];
    String[] labels = new String[ticks.length];
    for (int i = 0; i < ticks.length; i++) {
      double tick = (first + i) * step;
      ticks[i] = isLogarithmic ? Math.pow(10, tick) : tick;
      labels[i] = label(ticks[i]);
    }
    double high = (first + ticks.length - 1) * step;
    return new Axis(first * step, high, isLogarithmic, ticks, List.of(labels));
  }

  private static String label(double value) {
    double size = Math.abs(value);
    boolean isPlain = value == 0 || size >= LEAST_PLAIN && size < MOST_PLAIN;
    return new DecimalFormat(
            isPlain ? "#,##0.######" : "0.###E0", DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(value);
  }

  /** Returns the position of a value: 0 at the start of the axis, 1 at its end. */
  double at(double value) {
    return ((isLogarithmic ? Math.log10(value) : value) - low) / (high - low);
  }
}
