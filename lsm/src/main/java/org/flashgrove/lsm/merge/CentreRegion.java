package org.flashgrove.lsm.merge;

/**
 * A part of the plane for the centres of rectangles: from and without to, on both axes.
 *
 * @param fromX least x
 * @param toX x beyond
 * @param fromY least y
 * @param toY y beyond
 */
record CentreRegion(double fromX, double toX, double fromY, double toY) {
  /** The whole plane. */
  static final CentreRegion ALL =
      new CentreRegion(
          Double.NEGATIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.POSITIVE_INFINITY);

  /** Returns whether the centre of a rectangle lies in the region. */
  boolean holds(double[] box) {
    if (this == ALL) {
      return true;
    }
    double x = EntryOrdering.centre(box[0], box[2]);
    double y = EntryOrdering.centre(box[1], box[3]);
    return x >= fromX && x < toX && y >= fromY && y < toY;
  }

  /** Returns whether centres of rectangles within a box may lie in the region. */
  boolean mayHold(double[] box) {
    return box[0] < toX && box[2] >= fromX && box[1] < toY && box[3] >= fromY;
  }
}
