package org.flashgrove.access.geodesic;

import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.RectangleTest;

/**
 * Test for rectangles within a distance in metres of a box or a point, inclusive. For most
 * rectangles, bounds of the distance are sufficient; for the others, the test measures the
 * distance. For geometries with geodesic edges the test finds only candidates, because an edge of a
 * geometry may leave its rectangle. Safe for use by several threads.
 */
record GeodesicWithin(DistanceFrom from, double distance) implements RectangleTest {

  @Override
  public boolean mayHold(
      double qMinX,
      double qMinY,
      double qMaxX,
      double qMaxY,
      double eMinX,
      double eMinY,
      double eMaxX,
      double eMaxY) {
    return from.bound(eMinX, eMinY, eMaxX, eMaxY) <= distance;
  }

  @Override
  public boolean matches(
      double qMinX,
      double qMinY,
      double qMaxX,
      double qMaxY,
      double oMinX,
      double oMinY,
      double oMaxX,
      double oMaxY) {
    return from.least(oMinX, oMinY, oMaxX, oMaxY) <= distance
        && (from.ofObjects() == from
            || from.most(oMinX, oMinY, oMaxX, oMaxY) <= distance
            || from.to(oMinX, oMinY, oMaxX, oMaxY) <= distance);
  }

  /** Returns the distance, for messages. */
  @Override
  public String toString() {
    return "within " + distance + " m";
  }
}
