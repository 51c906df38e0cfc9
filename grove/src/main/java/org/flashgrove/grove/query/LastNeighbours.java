package org.flashgrove.grove.query;

import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.grove.memtable.View;

/**
 * Distance bound from the previous nearest-neighbour query. If the point of a new query is near the
 * point of the previous query, as in a join, the triangle inequality gives a bound. The bound is
 * the distance of the farthest neighbour of the previous query plus the distance between both
 * points. The bound is valid only while the index does not change. For planar distances only.
 */
final class LastNeighbours {
  private long commit = -1;
  private int waits; // number of visible words in the commit queue
  private long count;
  private double x;
  private double y;
  private double most;

  /** Starts to record the neighbours of a new query. */
  void start(DistanceFrom from, View view) {
    boolean isPoint = from.minX() == from.maxX() && from.minY() == from.maxY();
    commit = isPoint ? view.commit() : -1;
    waits = view.waits();
    count = 0;
    x = from.minX();
    y = from.minY();
    most = 0;
  }

  /** Discards the recorded query, so that it gives no bound. */
  void forget() {
    commit = -1;
  }

  /** Adds a neighbour to the recorded query. Its distance is at most {@code distance}. */
  void found(double distance) {
    count++;
    most = Math.max(most, distance);
  }

  /**
   * Returns an upper bound for the distance of the {@code wanted}-th neighbour. Returns infinity if
   * the recorded query gives no bound.
   *
   * @param from position of the new query
   * @param view snapshot of the new query
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
