package org.flashgrove.lab.experiment.workload;

/**
 * An absolute number, or a percentage of the entries.
 *
 * @param number the number or the percentage
 * @param isPercent whether {@code number} is a percentage
 */
public record Amount(double number, boolean isPercent) {
  /** Every entry of a data set: 100 percent. */
  public static final Amount ALL = new Amount(100, true);

  /**
   * Returns this amount of {@code all} entries as a number, at most {@code all}. Use it if no entry
   * can be drawn twice.
   */
  int of(int all) {
    return Math.min(all, draws(all));
  }

  /**
   * Returns this amount of {@code all} entries as a number, which may exceed {@code all}. Use it if
   * an entry can be drawn several times. Returns 0 if {@code all} is 0.
   */
  int draws(int all) {
    return all == 0 ? 0 : (int) Math.round(isPercent ? all * number / 100 : number);
  }

  @Override
  public String toString() {
    return number + (isPercent ? "%" : "");
  }
}
