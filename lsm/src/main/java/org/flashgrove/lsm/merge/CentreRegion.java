package org.flashgrove.lsm.merge;

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
    double x = EntryOrdering.centre(box[0], box[2]);
    double y = EntryOrdering.centre(box[1], box[3]);
    return x >= fromX && x < toX && y >= fromY && y < toY;
  }

  /** Returns whether the centre of a rectangle within {@code box} can be in the region. */
  boolean mayHold(double[] box) {
    return box[0] < toX && box[2] >= fromX && box[1] < toY && box[3] >= fromY;
  }
}
