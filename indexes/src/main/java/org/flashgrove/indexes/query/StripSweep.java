package org.flashgrove.indexes.query;

import org.flashgrove.core.order.NumberOrder;

/**
 * Finds pairs of nearby entries of one set by plane sweeps along x. The set is divided into
 * horizontal strips, with one sweep for each. The entries are sorted once for all strips. {@link
 * #fork} returns a sweep of the set for one thread.
 *
 * <p>The JIT compiler compiles methods that are called hundreds of times much earlier than loops.
 * So the loops over many entries call a method for some entries at a time.
 */
public final class StripSweep {
  private static final int CORNERS = 4;
  private static final int STEP = NumberOrder.STEP;

  /** Corners of all entries in ascending order of minY. */
  private final double[] corners;

  private final int size;
  private final double reach;

  /**
   * Positions of the entries of each strip and of those that reach into it from below, in ascending
   * order of minX.
   */
  private final int[][] strips;

  /**
   * Positions and sides of the entries of the part that is swept, and of those that reach into it.
   */
  private final int[] at;

  private final double[] minX;
  private final double[] minY;
  private final double[] maxX;
  private final double[] maxY;
  private int first;
  private int count;

  /** The entry whose pairs are next, and the entry to compare it with. */
  private int one;

  private int other;

  private StripSweep(double[] corners, int size, double reach, int[][] strips, int room) {
    this.corners = corners;
    this.size = size;
    this.reach = reach;
    this.strips = strips;
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
   * @param size number of positions in each strip but the last
   * @param reach maximum distance of a pair along each axis
   * @param most maximum number of entries in all strips, with those that reach into each from below
   * @return null if the strips have more entries
   */
  public static StripSweep of(double[] corners, int count, int size, double reach, long most) {
    int[][] strips = new int[(count + size - 1) / size][];
    StripSweep sweep = new StripSweep(corners, size, reach, strips, 0);
    int[] counts = new int[strips.length];
    for (int i = 0; i < count; i += STEP) {
      sweep.countIn(counts, i, Math.min(i + STEP, count));
    }
    long total = 0;
    for (int each : counts) {
      total += each;
    }
    if (total > most) {
      return null;
    }
    for (int i = 0; i < strips.length; i++) {
      strips[i] = new int[counts[i]];
      counts[i] = 0;
    }
    int[] order = new NumberOrder().of(corners, 0, CORNERS, count);
    for (int i = 0; i < count; i += STEP) {
      sweep.addTo(counts, order, i, Math.min(i + STEP, count));
    }
    return sweep;
  }

  /** Returns a sweep of the same entries for another thread. */
  public StripSweep fork() {
    return new StripSweep(corners, size, reach, strips, most());
  }

  /** Returns the maximum number of entries in a strip, with those that reach into it from below. */
  public int most() {
    int most = 0;
    for (int[] each : strips) {
      most = Math.max(most, each.length);
    }
    return most;
  }

  /** Returns the number of entries in all strips, with those that reach into each from below. */
  public long total() {
    long total = 0;
    for (int[] each : strips) {
      total += each.length;
    }
    return total;
  }

  /** Counts a range of entries in their own strips and in the later ones that they reach into. */
  private void countIn(int[] counts, int from, int to) {
    for (int i = from; i < to; i++) {
      int strip = i / size;
      counts[strip++]++;
      while (strip < counts.length && reaches(i, strip)) {
        counts[strip++]++;
      }
    }
  }

  /** Adds a range of entries to their own strips and to the later ones that they reach into. */
  private void addTo(int[] counts, int[] order, int from, int to) {
    for (int i = from; i < to; i++) {
      int position = order[i];
      int strip = position / size;
      strips[strip][counts[strip]++] = position;
      strip++;
      while (strip < counts.length && reaches(position, strip)) {
        strips[strip][counts[strip]++] = position;
        strip++;
      }
    }
  }

  /** Returns whether an entry below a strip reaches into it. */
  private boolean reaches(int position, int strip) {
    return corners[CORNERS * size * strip + 1] - corners[CORNERS * position + 3] <= reach;
  }

  /**
   * Begins the sweep of a part of a strip. Its pairs consist of an entry at a position in the part
   * and an entry at a smaller position.
   *
   * @param from first position in the part
   * @param to position after the last in the part
   */
  public void start(int from, int to) {
    first = from;
    count = 0;
    int[] strip = strips[from / size];
    for (int i = 0; i < strip.length; i += STEP) {
      addNear(strip, i, Math.min(i + STEP, strip.length), to);
    }
    one = 0;
    other = 1;
  }

  /** Adds a range of the entries of a strip if they belong to the part or reach into it. */
  private void addNear(int[] strip, int begin, int end, int to) {
    double south = corners[CORNERS * first + 1];
    for (int i = begin; i < end; i++) {
      int position = strip[i];
      boolean isNear = position >= first || south - corners[CORNERS * position + 3] <= reach;
      if (position < to && isNear) {
        add(position, CORNERS * position);
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
   * Finds the pairs of a part if they are not more than its positions, and marks their entries. If
   * there are more pairs, marks all entries of the part and those that reach into it.
   *
   * @param marks receives true for the positions of the marked entries
   * @return the smaller and the greater position of one pair after the other, or null for more
   *     pairs
   */
  public int[] fewPairs(int from, int to, boolean[] marks) {
    start(from, to);
    int[] ones = new int[to - from + 1];
    int[] others = new int[ones.length];
    int found = next(ones, others);
    if (found == ones.length) {
      for (int i = 0; i < count; i++) {
        marks[at[i]] = true;
      }
      return null;
    }
    int[] pairs = new int[2 * found];
    for (int k = 0; k < found; k++) {
      pairs[2 * k] = ones[k];
      pairs[2 * k + 1] = others[k];
      marks[ones[k]] = true;
      marks[others[k]] = true;
    }
    return pairs;
  }

  /**
   * Finds further pairs of the part.
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

  /** Returns the next entry near another one, or the number of entries if none is. */
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
