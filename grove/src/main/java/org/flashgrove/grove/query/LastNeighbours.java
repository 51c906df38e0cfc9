package org.flashgrove.grove.query;

import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.grove.memtable.View;

/**
 * Distance bound from the previous nearest query. If the next point is near the last one, as in a
 * join, its neighbours are at most the last distance plus the way between both points away, unless
 * the index changed. For planar distances.
 */
final class LastNeighbours {
  private long commit = -1;
  private int waits; // insertions that waited behind the commit, and were seen
  private long count;
  private double x;
  private double y;
  private double most;

  /** Starts to count neighbours of what is asked now. */
  void start(DistanceFrom from, View view) {
    boolean isPoint = from.minX() == from.maxX() && from.minY() == from.maxY();
    commit = isPoint ? view.commit() : -1;
    waits = view.waits();
    count = 0;
    x = from.minX();
    y = from.minY();
    most = 0;
  }

  /** Forgets all. */
  void forget() {
    commit = -1;
  }

  /** Notes a neighbour that is at most as far as a distance. */
  void found(double distance) {
    count++;
    most = Math.max(most, distance);
  }

  /**
   * Returns how far as many neighbours are at most; infinite if nothing is known.
   *
   * @param from what they are neighbours of
   * @param view where they are asked for
   */
  double bound(DistanceFrom from, long wanted, View view) {
    if (commit != view.commit() || waits > view.waits() || count < wanted) {
      return Double.POSITIVE_INFINITY;
    }
    double dx = Math.max(0, Math.max(from.minX() - x, x - from.maxX()));
    double dy = Math.max(0, Math.max(from.minY() - y, y - from.maxY()));
    return LeastBounds.rounded(LeastBounds.rounded(PlanarDistance.length(dx, dy)) + most);
  }
}
