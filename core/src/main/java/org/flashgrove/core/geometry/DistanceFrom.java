package org.flashgrove.core.geometry;

/**
 * Distances from one rectangle or point to others by a {@link Metric}. Exact distances may be
 * expensive, but their bounds are cheap: a search prunes by bounds and measures only the remaining
 * candidates.
 *
 * <p>For every rectangle r within a box b, the computed values satisfy {@code bound(b) <= least(r)
 * <= to(r) <= most(r)}, rounding included. For use by one thread.
 */
public interface DistanceFrom {
  /** Returns the least x of the rectangle that distances are measured from. */
  double minX();

  /** Returns the least y of the rectangle that distances are measured from. */
  double minY();

  /** Returns the greatest x of the rectangle that distances are measured from. */
  double maxX();

  /** Returns the greatest y of the rectangle that distances are measured from. */
  double maxY();

  /** Returns a lower bound of {@link #least} for all rectangles within a box. */
  double bound(double minX, double minY, double maxX, double maxY);

  /** Returns a lower bound of the distance to a rectangle. */
  double least(double minX, double minY, double maxX, double maxY);

  /**
   * Returns an upper bound of the distance to a rectangle that may be known only in part. If minX
   * exceeds maxX, the rectangle is only known to contain some x between maxX and minX. The same
   * holds for y.
   */
  double most(double minX, double minY, double maxX, double maxY);

  /**
   * Returns the least distance to any point of a rectangle. The distance is 0 if that rectangle
   * intersects the rectangle that distances are measured from.
   */
  double to(double minX, double minY, double maxX, double maxY);

  /**
   * Returns an object whose {@link #bound} and {@link #least} also hold for geometries, not only
   * for their bounding rectangles. A geometry may be closer than the bounding rectangle of its
   * vertices, because in some metrics an edge leaves that rectangle. The other methods return the
   * same values as in this object.
   */
  default DistanceFrom ofObjects() {
    return this;
  }
}
