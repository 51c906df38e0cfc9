package org.flashgrove.indexes.query;

import java.util.Arrays;
import org.flashgrove.core.order.NumberOrder;

/**
 * Finds pairs of nearby entries of one set by plane sweeps along x. The set is divided into
 * horizontal strips, with one sweep for each. The entries are sorted once for all strips. {@link
 * #fork} returns a sweep of the set for one thread.
 *
 * <p>The JIT compiler compiles methods that are called thousands of times much earlier than loops.
 * So the loops over all entries call a method for some entries at a time.
 */
public final class StripSweep {
  private static final int CORNERS = 4;

  /** Number of entries that are tested for a strip in one call. */
  private static final int TESTED = 1 << 8;

  private final double reach;

  /** Positions and corners of all entries in ascending order of minX. */
  private final int[] positions;

  private final double[] corners;

  /** Positions and sides of the entries of the strip and of those that reach into it. */
  private final int[] at;

  private final double[] minX;
  private final double[] minY;
  private final double[] maxX;
  private final double[] maxY;
  private int first;
  private int count;

  /** The entry of the strip whose pairs are next, and the entry to compare it with. */
  private int one;

  private int other;

  private StripSweep(int[] positions, double[] corners, double reach, int room) {
    this.positions = positions;
    this.corners = corners;
    this.reach = reach;
    at = new int[room];
    minX = new double[room];
    minY = new double[room];
    maxX = new double[room];
    maxY = new double[room];
  }

  /**
   * Sorts entries for sweeps, which {@link #fork} creates.
   *
   * @param corners minX, minY, maxX and maxY of each entry, in ascending order of minY
   * @param count number of entries
   * @param reach maximum distance of a pair along each axis
   */
  public static StripSweep of(double[] corners, int count, double reach) {
    int[] order = new NumberOrder().of(corners, 0, CORNERS, count);
    return new StripSweep(
        Arrays.copyOf(order, count), NumberOrder.rows(corners, CORNERS, order, count), reach, 0);
  }

  /**
   * Returns a sweep of the same entries for another thread.
   *
   * @param most maximum number of entries in a strip, with those that reach into it from below
   */
  public StripSweep fork(int most) {
    return new StripSweep(positions, corners, reach, most);
  }

  /**
   * Returns the maximum number of entries in a strip, with those that reach into it from below. A
   * part of a strip has no more.
   *
   * @param size number of positions in each strip but the last
   */
  public int most(int size) {
    double[] souths = new double[(positions.length + size - 1) / size];
    for (int i = 0; i < positions.length; i++) {
      if (positions[i] % size == 0) {
        souths[positions[i] / size] = corners[CORNERS * i + 1];
      }
    }
    int[] counts = new int[souths.length];
    for (int i = 0; i < positions.length; i++) {
      countIn(counts, souths, positions[i] / size, corners[CORNERS * i + 3]);
    }
    return Arrays.stream(counts).max().orElse(0);
  }

  /** Counts an entry in its own strip and in the later strips that it reaches into. */
  private void countIn(int[] counts, double[] souths, int own, double north) {
    counts[own]++;
    for (int i = own + 1; i < souths.length && souths[i] - north <= reach; i++) {
      counts[i]++;
    }
  }

  /**
   * Begins the sweep of a strip. Its pairs consist of an entry at a position in the strip and an
   * entry at a smaller position.
   *
   * @param from first position in the strip
   * @param to position after the last in the strip
   * @param south minY of the first entry
   */
  public void start(int from, int to, double south) {
    first = from;
    count = 0;
    for (int i = 0; i < positions.length; i += TESTED) {
      addNear(i, Math.min(i + TESTED, positions.length), to, south);
    }
    one = 0;
    other = 1;
  }

  /** Adds a range of the entries to the strip if they belong to it or reach into it from below. */
  private void addNear(int begin, int end, int to, double south) {
    for (int i = begin; i < end; i++) {
      int position = positions[i];
      boolean isNear = position >= first || south - corners[CORNERS * i + 3] <= reach;
      if (position < to && isNear) {
        add(position, CORNERS * i);
      }
    }
  }

  private void add(int position, int corner) {
    int next = count;
    double[] from = corners;
    at[next] = position;
    minX[next] = from[corner];
    minY[next] = from[corner + 1];
    maxX[next] = from[corner + 2];
    maxY[next] = from[corner + 3];
    count = next + 1;
  }

  /**
   * Finds further pairs of the strip.
   *
   * @param ones receives the smaller position of each pair
   * @param others receives the greater position of each pair
   * @return number of pairs, 0 after the last one
   */
  public int next(int[] ones, int[] others) {
    int found = 0;
    while (one < count && found < ones.length) {
      found = pairsOfOne(ones, others, found);
    }
    return found;
  }

  /** Finds pairs of one entry, as many as there is room for. */
  private int pairsOfOne(int[] ones, int[] others, int had) {
    int found = had;
    int i = one;
    int j = nextNear(i, other);
    while (j < count && found < ones.length) {
      int least = Math.min(at[i], at[j]);
      int most = Math.max(at[i], at[j]);
      ones[found] = least;
      others[found] = most;
      found += most >= first ? 1 : 0;
      j = nextNear(i, j + 1);
    }
    one = j < count ? i : i + 1;
    other = j < count ? j : i + 2;
    return found;
  }

  /** Returns the next entry near an entry of the strip, or the number of entries if none is. */
  private int nextNear(int i, int from) {
    double east = maxX[i];
    double south = minY[i];
    double north = maxY[i];
    double[] lowX = minX;
    double[] lowY = minY;
    double[] highY = maxY;
    int end = count;
    for (int j = from; j < end && lowX[j] - east <= reach; j++) {
      double gap = Math.max(lowY[j] - north, south - highY[j]); // no branch, unlike two comparisons
      if (gap <= reach) {
        return j;
      }
    }
    return end;
  }
}
