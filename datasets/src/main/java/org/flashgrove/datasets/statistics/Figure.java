package org.flashgrove.datasets.statistics;

/** Least, greatest and mean of numbers, none of them kept. */
public final class Figure {
  private long count;
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;
  private double sum;
  private double lost;

  Figure() {}

  /** Adds a number; what the sum rounds off is added up apart (Kahan). */
  void add(double value) {
    count++;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    double part = value - lost;
    double next = sum + part;
    lost = next - sum - part;
    sum = next;
  }

  /** Returns how many numbers there are. */
  public long count() {
    return count;
  }

  /** Returns the least, infinite if there are none. */
  public double least() {
    return least;
  }

  /** Returns the greatest, negative infinity if there are none. */
  public double greatest() {
    return greatest;
  }

  /** Returns the sum. */
  public double sum() {
    return sum;
  }

  /** Returns the arithmetic mean, NaN if there are none. */
  public double mean() {
    return sum / count;
  }
}
