package org.flashgrove.datasets.statistics;

/** Accumulates numbers, and returns their count, minimum, maximum and mean. */
public final class Figure {
  private long count;
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;
  private double sum;
  private double lost;

  Figure() {}

  /** Adds a number. Compensates the rounding errors of the sum (Kahan summation). */
  void add(double value) {
    count++;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    double part = value - lost;
    double next = sum + part;
    lost = next - sum - part;
    sum = next;
  }

  /** Returns the number of numbers added. */
  public long count() {
    return count;
  }

  /** Returns the minimum, or positive infinity without numbers. */
  public double least() {
    return least;
  }

  /** Returns the maximum, or negative infinity without numbers. */
  public double greatest() {
    return greatest;
  }

  public double sum() {
    return sum;
  }

  /** Returns the arithmetic mean, or NaN without numbers. */
  public double mean() {
    return sum / count;
  }
}
