package org.flashgrove.lab.experiment.workload;

/** Functions that several steps with changes use. */
final class ChangeSteps {
  private ChangeSteps() {}

  /**
   * Returns a rectangle moved in a random direction. If the rectangle would leave the data's
   * bounds, it stops at the edge.
   *
   * @param from rectangle before the move
   * @param distance distance in percent of the longer side of the data's bounds
   */
  static double[] moved(Subject subject, double[] from, double distance) {
    double[] domain = subject.data().domain();
    double length = distance / 100 * Math.max(domain[2] - domain[0], domain[3] - domain[1]);
    double angle = subject.random().nextDouble() * 2 * Math.PI;
    double dx = within(from[0], from[2], length * Math.cos(angle), domain[0], domain[2]);
    double dy = within(from[1], from[3], length * Math.sin(angle), domain[1], domain[3]);
    return new double[] {from[0] + dx, from[1] + dy, from[2] + dx, from[3] + dy};
  }

  private static double within(double min, double max, double by, double low, double high) {
    return Math.max(low - min, Math.min(high - max, by));
  }

  /**
   * Compares the number of entries in the store with the expected number. Returns null if they are
   * equal, and otherwise a description of the difference.
   */
  static String lost(Subject subject) {
    long has = subject.store().size();
    int should = subject.live().size();
    return has == should ? null : has + " entries, where " + should + " should be";
  }
}
