package org.flashgrove.lab.experiment.workload;

/**
 * How many: a number, or a share of what there is.
 *
 * @param number how many, or percent
 * @param isPercent which of the two
 */
public record Amount(double number, boolean isPercent) {
  /** All there is. */
  public static final Amount ALL = new Amount(100, true);

  /** How many of {@code all}, each taken once: at most that many. */
  int of(int all) {
    return Math.min(all, draws(all));
  }

  /** How many draws from {@code all}, which may draw one again; no draw if there is none. */
  int draws(int all) {
    return all == 0 ? 0 : (int) Math.round(isPercent ? all * number / 100 : number);
  }

  @Override
  public String toString() {
    return number + (isPercent ? "%" : "");
  }
}
