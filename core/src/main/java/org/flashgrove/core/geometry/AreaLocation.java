package org.flashgrove.core.geometry;

import org.flashgrove.core.shape.FlatShape;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.CoordinateXY;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.prep.PreparedPolygon;

/**
 * Locates points, lines and polygons relative to polygons, with the same results as {@link
 * PreparedPolygon}, but faster where the polygons can be a {@link FlatShape}.
 *
 * <p>Safe for use by several threads.
 */
final class AreaLocation {
  private final PreparedPolygon prepared;

  /** The shape of the area, or null if there is none. */
  private final @Nullable FlatShape shape;

  AreaLocation(PreparedPolygon prepared) {
    this.prepared = prepared;
    shape = FlatShape.of(prepared.getGeometry(), Integer.MAX_VALUE);
  }

  /** Returns the {@link Location} of a point. */
  int locate(double x, double y) {
    if (shape != null) {
      return shape.locate(x, y);
    }
    return prepared.getGeometry().getEnvelopeInternal().covers(x, y)
        ? prepared.getPointLocator().locate(new CoordinateXY(x, y))
        : Location.EXTERIOR;
  }

  /**
   * Returns the shape of an object if it can be compared with this object's polygon by shapes.
   * Otherwise returns null.
   */
  @Nullable FlatShape quickShape(Geometry object) {
    boolean mayBeQuick = object instanceof Polygon || object instanceof LineString;
    FlatShape of = shape == null || !mayBeQuick ? null : FlatShape.of(object, Integer.MAX_VALUE);
    return of != null && shape != null && shape.isQuickFor(of) ? of : null;
  }

  /**
   * Returns whether this object's polygon and a shape that {@link #quickShape} returned share a
   * point.
   */
  boolean intersects(FlatShape object) {
    return shape != null && shape.intersects(object);
  }
}
