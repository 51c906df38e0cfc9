package org.flashgrove.core.geometry;

/**
 * Distances from one rectangle, or one point, to others, by a {@link Metric}. A distance that takes
 * long to measure has bounds that do not: a search prunes by them, and measures what is left.
 *
 * <p>For every rectangle r within a box b: {@code bound(b) <= least(r) <= to(r) <= most(r)}, as
 * computed, rounding included. For use by one thread.
 */
public interface DistanceFrom {
  /** Returns the least x of the rectangle that distances are measured from. */
  double minX();

  /** Returns its least y. */
  double minY();

  /** Returns its greatest x. */
  double maxX();

  /** Returns its greatest y. */
  double maxY();

  /** Returns a lower bound of {@link #least} of all rectangles within a box. */
  double bound(double minX, double minY, double maxX, double maxY);

  /** Returns a lower bound of the distance to a rectangle. */
  double least(double minX, double minY, double maxX, double maxY);

  /**
   * Returns an upper bound of the distance to a rectangle. A minimum above its maximum stands for a
   * rectangle that is not known more closely: one that holds a point between the two.
   */
  double most(double minX, double minY, double maxX, double maxY);

  /** Returns the least distance to a point of a rectangle; 0 if they share one. */
  double to(double minX, double minY, double maxX, double maxY);
}
