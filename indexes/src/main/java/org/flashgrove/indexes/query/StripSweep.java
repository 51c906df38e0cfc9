package org.flashgrove.indexes.query;

/**
 * Finds pairs of nearby entries of one set by a plane sweep along x. The first entries of the set,
 * the strip, are paired with each other and with the other entries. Reusable, for one thread.
 */
public final class StripSweep {
  private final SweepEntries all = new SweepEntries();
  private final SweepEntries strip = new SweepEntries();

  /** Receives pairs of entries by their positions in the set. */
  @FunctionalInterface
  public interface Pairs {
    /**
     * Receives a pair whose distance along each axis is at most the reach of the sweep.
     *
     * @param other position of the other entry, greater than {@code one}
     * @return whether to continue the sweep
     */
    boolean meet(int one, int other);
  }

  /** Begins a new set. */
  public void clear() {
    all.clear();
    strip.clear();
  }

  /** Adds an entry. The first entry has position 0. */
  public void add(double minX, double minY, double maxX, double maxY) {
    all.add(all.count, minX, minY, maxX, maxY);
  }

  /**
   * Visits each pair of nearby entries once. One entry of the pair belongs to the strip.
   *
   * @param stripEntries number of entries in the strip
   */
  public void run(int stripEntries, double reach, Pairs pairs) {
    all.sort();
    SweepEntries other = all;
    for (int i = 0; i < other.count; i++) {
      if (other.ids[i] < stripEntries) {
        strip.add(other.ids[i], other.minX[i], other.minY[i], other.maxX[i], other.maxY[i]);
      }
    }
    PlaneSweep.run(
        strip,
        all,
        reach,
        (i, j) -> {
          int one = (int) strip.ids[i];
          int next = (int) all.ids[j];
          return one >= next || pairs.meet(one, next);
        });
  }
}
