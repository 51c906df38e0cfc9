package org.flashgrove.lab.experiment.workload;

/**
 * Amount: a number or a percentage.
 *
 * @param number how many, or percent
 * @param isPercent which of the two
 */
public record Amount(double number, boolean isPercent) {
  /** All there is. */
  public static final Amount ALL = new Amount(100, true);

  /** Returns the amount of {@code all} without repetition, at most {@code all}. */
  int of(int all) {
    return Math.min(all, draws(all));
  }

  /** Returns the number of draws from {@code all} with repetition, or 0 if {@code all} is 0. */
  int draws(int all) {
    return all == 0 ? 0 : (int) Math.round(isPercent ? all * number / 100 : number);
  }

  @Override
  public String toString() {
    return number + (isPercent ? "%" : "");
  }
}
