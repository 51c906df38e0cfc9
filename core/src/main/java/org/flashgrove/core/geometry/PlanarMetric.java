package org.flashgrove.core.geometry;

import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Euclidean distances in the plane. */
final class PlanarMetric implements Metric {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  @Override
  public String name() {
    return "planar";
  }

  @Override
  public String unit() {
    return "units of the coordinates";
  }

  @Override
  public void requireObject(double minX, double minY, double maxX, double maxY) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
  }

  @Override
  public RectangleQuery query(
      RectangleTest test, double minX, double minY, double maxX, double maxY) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    return new RectangleQuery(test, minX, minY, maxX, maxY);
  }

  @Override
  public GeometryTest question(GeometryTest test) {
    return test;
  }

  @Override
  public DistanceFrom from(double minX, double minY, double maxX, double maxY) {
    return from(minX, minY, maxX, maxY, null);
  }

  @Override
  public DistanceFrom from(
      double minX, double minY, double maxX, double maxY, @Nullable DistanceFrom used) {
    Rectangles.requireValid(minX, minY, maxX, maxY);
    FromRectangle from = used instanceof FromRectangle of ? of : new FromRectangle();
    from.minX = minX;
    from.minY = minY;
    from.maxX = maxX;
    from.maxY = maxY;
    from.isPoint = minX == maxX && minY == maxY;
    return from;
  }

  @Override
  public double between(Geometry a, Geometry b) {
    return PlanarDistance.between(a, b);
  }

  @Override
  public double between(Geometry geometry, Envelope rectangle) {
    return PlanarDistance.between(geometry, GEOMETRIES.toGeometry(rectangle));
  }

  @Override
  public boolean within(Geometry a, Geometry b, double distance) {
    return PlanarDistance.within(a, b, distance);
  }

  @Override
  public String toString() {
    return name();
  }

  /**
   * Exact distances from a rectangle. In the plane, computing a distance is as cheap as computing a
   * bound. Rounding preserves the order of distances.
   */
  private static final class FromRectangle implements DistanceFrom {
    private double minX;
    private double minY;
    private double maxX;
    private double maxY;
    private boolean isPoint;

    @Override
    public double minX() {
      return minX;
    }

    @Override
    public double minY() {
      return minY;
    }

    @Override
    public double maxX() {
      return maxX;
    }

    @Override
    public double maxY() {
      return maxY;
    }

    @Override
    public double bound(double x1, double y1, double x2, double y2) {
      return to(x1, y1, x2, y2);
    }

    @Override
    public double least(double x1, double y1, double x2, double y2) {
      return to(x1, y1, x2, y2);
    }

    @Override
    public double most(double x1, double y1, double x2, double y2) {
      return to(x1, y1, x2, y2);
    }

    @Override
    public double to(double x1, double y1, double x2, double y2) {
      return isPoint && x1 == x2 && y1 == y2
          ? PlanarDistance.length(x1 - minX, y1 - minY) // equal, but faster
          : Rectangles.distance(minX, minY, maxX, maxY, x1, y1, x2, y2);
    }
  }
}
