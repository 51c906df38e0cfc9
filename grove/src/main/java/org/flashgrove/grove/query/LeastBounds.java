package org.flashgrove.grove.query;

import org.flashgrove.core.geometry.DistanceFrom;

/**
 * The least of upper bounds of distances, as many as neighbours are wanted: no entry that is
 * farther than the greatest of them is one. A binary heap with the greatest on top; used again from
 * query to query.
 */
final class LeastBounds {
  /** Most neighbours for which bounds are kept. */
  private static final int MOST = 1 << 12;

  /** Takes in the rounding of a distance, and of the sum of two. */
  private static final double SPAN = 1 + 0x1p-48;

  private static final double SPAN_ULPS = 4;

  private final boolean planar;
  private double[] bounds = new double[16];
  private int size;
  private int wanted;
  private double ceiling;

  /**
   * No bounds.
   *
   * @param planar whether distances are of the plane
   */
  LeastBounds(boolean planar) {
    this.planar = planar;
  }

  /** Returns a distance a little greater, so that rounding leaves out nothing within it. */
  static double rounded(double distance) {
    return distance * SPAN + SPAN_ULPS * Double.MIN_VALUE;
  }

  /**
   * Finds the window that all rectangles meet that are not beyond {@link #most}, by their distance
   * from what is asked.
   *
   * @param into takes minX, minY, maxX, maxY, which may be infinite
   */
  void window(DistanceFrom from, double[] into) {
    double span = planar ? rounded(most()) : Double.POSITIVE_INFINITY;
    into[0] = Math.nextDown(from.minX() - span);
    into[1] = Math.nextDown(from.minY() - span);
    into[2] = Math.nextUp(from.maxX() + span);
    into[3] = Math.nextUp(from.maxY() + span);
  }

  /** Starts over; more neighbours than 4,096 have no bound. */
  void reset(long neighbours) {
    size = 0;
    ceiling = Double.POSITIVE_INFINITY;
    wanted = neighbours <= MOST ? (int) neighbours : 0;
    if (bounds.length < wanted) {
      bounds = new double[wanted];
    }
  }

  /** Returns the distance beyond which no neighbour is; infinite while that is not known. */
  double most() {
    return Math.min(ceiling, ofEntries());
  }

  /** Returns the same as far as entries say it, that were seen. */
  double ofEntries() {
    return size < wanted || wanted == 0 ? Double.POSITIVE_INFINITY : bounds[0];
  }

  /** Notes that as many entries as are wanted are not farther than a distance, known or not. */
  void lower(double distance) {
    ceiling = Math.min(ceiling, distance);
  }

  /** Notes that there is another entry not farther than a distance. */
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

  /** Puts a bound into the place of the greatest one. */
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
