package org.flashgrove.grove.query;

import org.flashgrove.core.geometry.DistanceFrom;

/**
 * Upper bound for the distance of the k-th neighbour. Each known entry has an upper bound for its
 * distance. A binary heap keeps the k smallest of these bounds, with the largest on top. No entry
 * that is farther away than this largest bound is among the k neighbours. Reusable for further
 * queries.
 */
final class LeastBounds {
  /** Maximum number of neighbours for which bounds are kept. */
  private static final int MOST = 1 << 12;

  /** Relative tolerance for the rounding of a distance, and of a sum of two distances. */
  private static final double SPAN = 1 + 0x1p-48;

  private static final double SPAN_ULPS = 4;

  private final boolean planar;
  private double[] bounds = new double[16];
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
   * Computes a window that every rectangle within the distance {@link #most} of the query meets.
   *
   * @param into receives minX, minY, maxX, maxY, which may be infinite
   */
  void window(DistanceFrom from, double[] into) {
    double span = planar ? rounded(most()) : Double.POSITIVE_INFINITY;
    into[0] = Math.nextDown(from.minX() - span);
    into[1] = Math.nextDown(from.minY() - span);
    into[2] = Math.nextUp(from.maxX() + span);
    into[3] = Math.nextUp(from.maxY() + span);
  }

  /**
   * Starts a search for {@code neighbours} neighbours. If there are more than 4,096, single entries
   * give no bound.
   */
  void reset(long neighbours) {
    size = 0;
    ceiling = Double.POSITIVE_INFINITY;
    wanted = neighbours <= MOST ? (int) neighbours : 0;
    if (bounds.length < wanted) {
      bounds = new double[wanted];
    }
  }

  double most() {
    return Math.min(ceiling, ofEntries());
  }

  /**
   * Returns the bound that follows from single entries alone. Returns infinity if too few entries
   * are known.
   */
  double ofEntries() {
    return size < wanted || wanted == 0 ? Double.POSITIVE_INFINITY : bounds[0];
  }

  /** Returns how many more entries are needed until {@link #ofEntries} is finite. */
  int missing() {
    return Math.max(0, wanted - size);
  }

  /**
   * Lowers the bound to {@code distance}, if it is not lower already. Enough entries must lie
   * within this distance.
   */
  void lower(double distance) {
    ceiling = Math.min(ceiling, distance);
  }

  /** Takes into account that an entry lies within {@code distance}. */
  void add(double distance) {
    if (size < wanted) {
      up(distance);
    } else if (size > 0 && distance < bounds[0]) {
      down(distance);
    }
  }

  private void up(double distance) {
    int at = size++;
    while (at > 0 && bounds[at - 1 >>> 1] < distance) {
      bounds[at] = bounds[at - 1 >>> 1];
      at = at - 1 >>> 1;
    }
    bounds[at] = distance;
  }

  /** Replaces the largest bound in the heap by {@code distance}. */
  private void down(double distance) {
    int at = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && bounds[child + 1] > bounds[child]) {
        child++;
      }
      if (bounds[child] <= distance) {
        break;
      }
      bounds[at] = bounds[child];
      at = child;
      child = 2 * at + 1;
    }
    bounds[at] = distance;
  }
}
