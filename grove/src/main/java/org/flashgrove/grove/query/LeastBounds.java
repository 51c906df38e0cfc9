package org.flashgrove.grove.query;

import org.flashgrove.core.geometry.DistanceFrom;

/**
 * Upper bound for the distance of the k-th neighbour. Each known entry has an upper bound for its
 * distance. The k smallest of these bounds are kept, as a binary heap with the largest on top. No
 * entry that is farther away than this largest bound is among the k neighbours. Reusable for
 * further queries.
 */
final class LeastBounds {
  /** Maximum number of neighbours for which bounds are kept. A power of two. */
  static final int MOST = 1 << 12;

  /**
   * Factor, slightly above 1, that makes up for the rounding of a distance or of a sum of two
   * distances.
   */
  private static final double SPAN = 1 + 0x1p-48;

  private static final double SPAN_ULPS = 4;

  private final boolean planar;
  private long[] bounds = new long[16]; // bits of distances, which have the order of distances
  private int[] places = new int[16]; // of collected entries, parallel to bounds
  private int size;
  private int wanted;
  private double ceiling;

  /**
   * Creates an empty bound.
   *
   * @param planar whether distances are planar
   */
  LeastBounds(boolean planar) {
    this.planar = planar;
  }

  /**
   * Returns a distance slightly greater than {@code distance}, so that rounding excludes no match.
   */
  static double rounded(double distance) {
    return distance * SPAN + SPAN_ULPS * Double.MIN_VALUE;
  }

  /**
   * Computes a window that every rectangle within a distance of the query meets.
   *
   * @param most the distance, which may be infinite
   * @param into receives minX, minY, maxX, maxY, which may be infinite
   */
  void window(DistanceFrom from, double most, double[] into) {
    double span = planar ? rounded(most) : Double.POSITIVE_INFINITY;
    into[0] = Math.nextDown(from.minX() - span);
    into[1] = Math.nextDown(from.minY() - span);
    into[2] = Math.nextUp(from.maxX() + span);
    into[3] = Math.nextUp(from.maxY() + span);
  }

  /**
   * Starts a search for {@code neighbours} neighbours. If there are more than 4,096, {@link #add}
   * has no effect on the bound.
   */
  void reset(long neighbours) {
    size = 0;
    ceiling = Double.POSITIVE_INFINITY;
    wanted = neighbours <= MOST ? (int) neighbours : 0;
    if (bounds.length < wanted) {
      bounds = new long[wanted];
      places = new int[wanted];
    }
  }

  /** Returns the number of requested neighbours, or 0 if there are too many to keep bounds. */
  int wanted() {
    return wanted;
  }

  double most() {
    double ofEntries = ofEntries();
    return ceiling < ofEntries ? ceiling : ofEntries; // faster than Math.min
  }

  /**
   * Returns the upper bound that follows from the entries added by {@link #add} alone. Returns
   * infinity if too few entries were added.
   */
  double ofEntries() {
    return size < wanted || wanted == 0
        ? Double.POSITIVE_INFINITY
        : Double.longBitsToDouble(bounds[0]);
  }

  /** Returns how many more entries are needed until {@link #ofEntries} is finite. */
  int missing() {
    return Math.max(0, wanted - size);
  }

  /**
   * Lowers the bound to {@code distance}, if it is greater. The caller must know that as many
   * entries as are requested lie within this distance.
   */
  void lower(double distance) {
    ceiling = Math.min(ceiling, distance);
  }

  /** Returns the number of bounds that are kept. */
  int size() {
    return size;
  }

  /** Returns the bound at a position of the heap. */
  double bound(int at) {
    return Double.longBitsToDouble(bounds[at]);
  }

  /** Returns the place that was passed to {@link #add} with the bound at a position of the heap. */
  int place(int at) {
    return places[at];
  }

  /** Returns whether as many bounds are kept as neighbours are requested. */
  boolean isFull() {
    return size == wanted;
  }

  /** Takes into account that an entry lies within {@code distance}, which is at least 0. */
  void add(double distance) {
    if (size < wanted) {
      add(distance, 0);
    } else if (size > 0 && Double.doubleToRawLongBits(distance) < bounds[0]) {
      replace(distance, 0);
    }
  }

  /**
   * Adds a bound while the heap is not full.
   *
   * @param place number by which the caller finds the entry
   */
  void add(double distance, int place) {
    bounds[size] = Double.doubleToRawLongBits(distance);
    places[size++] = place;
    for (int at = size == wanted ? (size >>> 1) - 1 : -1; at >= 0; at--) {
      down(at, bounds[at], places[at]);
    }
  }

  /** Replaces the largest bound of the full heap by a smaller one. */
  void replace(double distance, int place) {
    down(0, Double.doubleToRawLongBits(distance), place);
  }

  /**
   * Replaces the bound at position {@code top} of the heap by {@code bits}, and restores the order
   * of the heap below this position. On the way down, compares two children without branches, which
   * the CPU would often mispredict.
   */
  private void down(int top, long bits, int place) {
    int at = top;
    int child = 2 * at + 1;
    while (child + 1 < size) {
      child += (int) (bounds[child] - bounds[child + 1] >>> Long.SIZE - 1);
      bounds[at] = bounds[child];
      places[at] = places[child];
      at = child;
      child = 2 * at + 1;
    }
    if (child < size) {
      bounds[at] = bounds[child];
      places[at] = places[child];
      at = child;
    }
    while (at > top && bounds[at - 1 >>> 1] < bits) {
      bounds[at] = bounds[at - 1 >>> 1];
      places[at] = places[at - 1 >>> 1];
      at = at - 1 >>> 1;
    }
    bounds[at] = bits;
    places[at] = place;
  }
}
