package org.flashgrove.access.geodesic;

import org.flashgrove.core.failure.UnsupportedGeometryException;
import org.flashgrove.core.geometry.DistanceFrom;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.geometry.WithinDistance;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Geodesic distances in metres on the ellipsoid WGS 84. Coordinates are degrees: x is the
 * longitude, -180 to 180, and y the latitude, -90 to 90.
 *
 * <p>The distance of two points is GeographicLib's solution of the inverse problem (Karney,
 * Algorithms for geodesics, J. Geodesy 2013), accurate to about 15 nanometres. A rectangle is the
 * set of all points within its longitudes and latitudes. The distance to a rectangle is the
 * distance to its nearest point. Store an object that crosses the 180th meridian with a rectangle
 * of all longitudes, or as two entries with the same id, one on each side of the meridian.
 *
 * <p>Edges of lines and areas are geodesics that take the short way around the axis of the earth.
 * If a polygon is a rectangle between two meridians and two parallels, its sides follow these lines
 * instead. A ring around the axis divides the earth into two parts, and encloses the smaller part
 * with its pole.
 *
 * <p>Predicates compare longitudes and latitudes as numbers, except in a window query with {@code
 * intersects}. For such a window the meridians 180 and -180 are one line, and a pole is one point.
 * The window may cross the 180th meridian. In this case its minimum of x exceeds its maximum, or
 * its longitudes are outside of -180 to 180, but within -540 to 540. The window may also cross a
 * pole, with latitudes from -270 to 270. A point with a latitude above 90 is on the other side of
 * the pole: the point (10, 100) is (-170, 80).
 */
public final class GeodesicMetric implements Metric {
  /** The metric of WGS 84 (EPSG 4326 with longitude first). */
  public static final GeodesicMetric WGS84 = new GeodesicMetric();

  /** Name of this metric in specs. */
  static final String NAME = "geodesic";

  private static final double FARTHEST_X = 540;
  private static final double FARTHEST_Y = 270;

  private GeodesicMetric() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String unit() {
    return "m";
  }

  @Override
  public void requireObject(double minX, double minY, double maxX, double maxY) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    if (!isOnEarth(minX, minY, maxX, maxY)) {
      throw new UnsupportedGeometryException(
          "not on the earth: "
              + text(minX, minY, maxX, maxY)
              + " (allowed by metric geodesic: longitudes -180 to 180, latitudes -90 to 90)");
    }
  }

  private static boolean isOnEarth(double minX, double minY, double maxX, double maxY) {
    return minX >= -180 && maxX <= 180 && minY >= -90 && maxY <= 90;
  }

  private static boolean meetsEdge(double minX, double minY, double maxX, double maxY) {
    return minX == -180 || maxX == 180 || minY == -90 || maxY == 90;
  }

  private static String text(double minX, double minY, double maxX, double maxY) {
    return "minx=" + minX + " miny=" + minY + " maxx=" + maxX + " maxy=" + maxY;
  }

  @Override
  public RectangleQuery query(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    if (test instanceof WithinDistance within) {
      DistanceFrom from = from(minX, minY, maxX, maxY);
      RectangleTest near = new GeodesicWithin(from, within.distance());
      return new RectangleQuery(near, minX, minY, maxX, maxY);
    }
    boolean isPlain = minX <= maxX && isOnEarth(minX, minY, maxX, maxY);
    if (test == Predicate.INTERSECTS) {
      if (isPlain && !meetsEdge(minX, minY, maxX, maxY)) {
        return new RectangleQuery(test, minX, minY, maxX, maxY);
      }
      return window(minX, minY, maxX, maxY).query();
    }
    if (!isPlain) {
      Rectangles.requireValid(minX, minY, maxX, maxY);
      throw offEarth(minX, minY, maxX, maxY);
    }
    Rectangles.requireValid(minX, minY, maxX, maxY);
    return new RectangleQuery(test, minX, minY, maxX, maxY);
  }

  private static GeodesicWindow window(double minX, double minY, double maxX, double maxY) {
    boolean crosses = minX > maxX && minX <= 180 && maxX >= -180;
    double east = crosses ? maxX + 360 : maxX;
    Rectangles.requireValid(minX, minY, east, maxY);
    boolean isWithinX = minX >= -FARTHEST_X && east <= FARTHEST_X || east - minX >= 360;
    boolean isWithinY = minY >= -FARTHEST_Y && maxY <= FARTHEST_Y || maxY - minY >= 360;
    if (!isWithinX || !isWithinY) {
      throw new IllegalArgumentException(
          "window "
              + text(minX, minY, maxX, maxY)
              + " (allowed by metric geodesic: longitudes -540 to 540, latitudes -270 to 270)");
    }
    return new GeodesicWindow(minX, minY, east, maxY);
  }

  @Override
  public GeometryTest question(GeometryTest test) {
    if (test instanceof DistanceQuery within) {
      return new WithinMetres(within.geometry(), within.distance());
    }
    Envelope box = test.envelope();
    boolean isPlain = isOnEarth(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
    if (test instanceof GeometryQuery query
        && query.predicate() == Predicate.INTERSECTS
        && isWindow(query.geometry())) {
      return isPlain && !meetsEdge(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY())
          ? test
          : new EarthWindow(window(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY()));
    }
    if (!isPlain) {
      throw offEarth(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
    }
    return test;
  }

  /**
   * Returns whether a geometry is a point, or a rectangle between two meridians and two parallels.
   */
  private static boolean isWindow(Geometry geometry) {
    Envelope box = geometry.getEnvelopeInternal();
    return geometry.isRectangle()
        || geometry.getNumPoints() <= 2 && (box.getWidth() == 0 || box.getHeight() == 0);
  }

  private static IllegalArgumentException offEarth(
      double minX, double minY, double maxX, double maxY) {
    return new IllegalArgumentException(
        "query "
            + text(minX, minY, maxX, maxY)
            + ": leaves longitudes -180 to 180 or latitudes -90 to 90; use a window with predicate"
            + " intersects");
  }

  @Override
  public DistanceFrom from(double minX, double minY, double maxX, double maxY) {
    requireObject(minX, minY, maxX, maxY);
    return new GeodesicFrom(minX, minY, maxX, maxY);
  }

  @Override
  public double between(Geometry a, Geometry b) {
    return GeometryDistance.between(a, b);
  }

  @Override
  public double between(Geometry geometry, Envelope rectangle) {
    return GeometryDistance.between(geometry, rectangle);
  }

  @Override
  public Envelope aroundObjects(Envelope box) {
    EarthBounds bounds =
        EarthBounds.around(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
    return new Envelope(bounds.minX(), bounds.maxX(), bounds.minY(), bounds.maxY());
  }

  @Override
  public String toString() {
    return name();
  }
}
