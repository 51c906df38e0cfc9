package org.flashgrove.lsm.merge;

import org.flashgrove.core.geometry.Rectangles;

/**
 * Half-open rectangular region of the plane. A rectangle belongs to the region that contains its
 * centre.
 *
 * @param fromX least x, inclusive
 * @param toX greatest x, exclusive
 * @param fromY least y, inclusive
 * @param toY greatest y, exclusive
 */
record CentreRegion(double fromX, double toX, double fromY, double toY) {
  /** Region that covers the whole plane. */
  static final CentreRegion ALL =
      new CentreRegion(
          Double.NEGATIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.POSITIVE_INFINITY);

  /** Returns whether the region contains the centre of a rectangle. */
  boolean holds(double[] box) {
    if (this == ALL) {
      return true;
    }
    double x = Rectangles.centre(box[0], box[2]);
    double y = Rectangles.centre(box[1], box[3]);
    return x >= fromX && x < toX && y >= fromY && y < toY;
  }

  /** Returns whether the centre of a rectangle within {@code box} can be in the region. */
  boolean mayHold(double[] box) {
    return Rectangles.centre(box[0], box[0]) < toX
        && Rectangles.centre(box[2], box[2]) >= fromX
        && Rectangles.centre(box[1], box[1]) < toY
        && Rectangles.centre(box[3], box[3]) >= fromY;
  }
}
