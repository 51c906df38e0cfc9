package org.flashgrove.datasets.generate;

import java.util.Objects;
import org.flashgrove.datasets.Extent;
import org.locationtech.jts.algorithm.locate.IndexedPointInAreaLocator;
import org.locationtech.jts.algorithm.locate.PointOnGeometryLocator;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Polygonal;
import org.locationtech.jts.geom.prep.PreparedGeometry;
import org.locationtech.jts.geom.prep.PreparedGeometryFactory;
import org.locationtech.jts.operation.overlayng.OverlayNG;
import org.locationtech.jts.operation.overlayng.OverlayNGRobust;

/**
 * Region of query windows: a rectangle, usually the bounds of the data, or a polygon such as the
 * area of a country.
 *
 * <p>Not safe for use by several threads.
 */
public final class QueryRegion {
  /**
   * Distance by which to widen the polygon before measuring its overlap with a window. The
   * benchmark framework FESTIval does this too.
   */
  private static final double BUFFER_DISTANCE = 1e-7;

  private final GeometryFactory geometries = new GeometryFactory();
  private final Extent extent;
  private final Polygon polygon;

  private QueryRegion(Extent extent, Polygon polygon) {
    if (!(extent.area() > 0)) {
      throw new IllegalArgumentException(
          "region " + extent + " has no area; allowed: a width and a height above 0");
    }
    this.extent = extent;
    this.polygon = polygon;
  }

  /**
   * Creates a rectangular region.
   *
   * @throws IllegalArgumentException if its area is 0
   */
  public static QueryRegion of(Extent extent) {
    return new QueryRegion(extent, null);
  }

  /**
   * Creates a region from a polygon or multipolygon.
   *
   * @param polygon area in the unit of the data; it need not be valid
   * @throws IllegalArgumentException if it is not an area, or if its bounds have no area
   */
  public static QueryRegion of(Geometry polygon) {
    Objects.requireNonNull(polygon, "polygon");
    if (!(polygon instanceof Polygonal) || polygon.isEmpty()) {
      throw new IllegalArgumentException(
          "region is "
              + (polygon.isEmpty() ? "empty" : "a " + polygon.getGeometryType())
              + "; allowed: a polygon or a multipolygon");
    }
    Envelope bounds = polygon.getEnvelopeInternal();
    Extent extent =
        new Extent(bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
    return new QueryRegion(extent, new Polygon(polygon));
  }

  /**
   * Returns the bounds of the region. A window of q percent has q percent of the area of these
   * bounds.
   */
  public Extent extent() {
    return extent;
  }

  boolean contains(double x, double y) {
    return extent.contains(x, y)
        && (polygon == null || polygon.locator.locate(new Coordinate(x, y)) != Location.EXTERIOR);
  }

  boolean intersects(Envelope window) {
    boolean touchesExtent =
        window.getMinX() <= extent.maxX()
            && window.getMaxX() >= extent.minX()
            && window.getMinY() <= extent.maxY()
            && window.getMaxY() >= extent.minY();
    return touchesExtent
        && (polygon == null || polygon.prepared.intersects(geometries.toGeometry(window)));
  }

  /** Returns the fraction of the area of a window that lies in the region, 0 to 1. */
  double shareOf(Envelope window) {
    if (polygon == null) {
      double width =
          Math.min(window.getMaxX(), extent.maxX()) - Math.max(window.getMinX(), extent.minX());
      double height =
          Math.min(window.getMaxY(), extent.maxY()) - Math.max(window.getMinY(), extent.minY());
      return Math.max(0, width) * Math.max(0, height) / window.getArea();
    }
    Geometry rectangle = geometries.toGeometry(window);
    if (polygon.prepared.covers(rectangle)) {
      return 1;
    }
    return OverlayNGRobust.overlay(polygon.widened, rectangle, OverlayNG.INTERSECTION).getArea()
        / window.getArea();
  }

  /** Polygon that is prepared for many tests. */
  private static final class Polygon {
    final Geometry widened;
    final PreparedGeometry prepared;
    final PointOnGeometryLocator locator;

    Polygon(Geometry polygon) {
      widened = polygon.buffer(BUFFER_DISTANCE);
      prepared = PreparedGeometryFactory.prepare(widened);
      locator = new IndexedPointInAreaLocator(polygon);
    }
  }
}
