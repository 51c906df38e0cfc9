package org.flashgrove.lab.experiment.statistics;

import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * Summary of repeated measurements.
 *
 * @param count number of measurements
 * @param mean mean; NaN without measurements
 * @param deviation standard deviation of a sample; NaN for fewer than two measurements
 * @param halfWidth half the width of the 95 % confidence interval of the mean, by Student's t; NaN
 *     for fewer than two measurements
 */
public record Summary(long count, double mean, double deviation, double halfWidth) {
  private static final double UPPER_TAIL = 0.975;

  /** Returns the summary of values. */
  public static Summary of(Iterable<Double> values) {
    SummaryStatistics statistics = new SummaryStatistics();
    values.forEach(statistics::addValue);
    long count = statistics.getN();
    if (count < 2) {
      return new Summary(count, statistics.getMean(), Double.NaN, Double.NaN);
    }
    double deviation = statistics.getStandardDeviation();
    double t = new TDistribution(count - 1).inverseCumulativeProbability(UPPER_TAIL);
    return new Summary(count, statistics.getMean(), deviation, t * deviation / Math.sqrt(count));
  }
}
