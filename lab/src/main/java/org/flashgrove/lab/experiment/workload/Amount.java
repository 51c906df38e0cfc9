package org.flashgrove.lab.experiment.workload;

/**
 * A number or a percentage.
 *
 * @param number the number or the percentage
 * @param isPercent whether it is a percentage
 */
public record Amount(double number, boolean isPercent) {
  /** The whole of a data set. */
  public static final Amount ALL = new Amount(100, true);

  /** Returns the number to draw from {@code all} without repetition, at most {@code all}. */
  int of(int all) {
    return Math.min(all, draws(all));
  }

  /** Returns the number to draw from {@code all} with repetition, or 0 if {@code all} is 0. */
  int draws(int all) {
    return all == 0 ? 0 : (int) Math.round(isPercent ? all * number / 100 : number);
  }

  @Override
  public String toString() {
    return number + (isPercent ? "%" : "");
  }
}
