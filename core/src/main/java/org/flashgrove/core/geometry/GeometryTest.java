package org.flashgrove.core.geometry;

import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * A test of objects in two steps: a filter on their rectangles, and a refinement that decides on
 * the geometries of the objects that pass the filter.
 */
public interface GeometryTest {
  /** Returns the bounds of the query geometry. The caller must not change them. */
  Envelope envelope();

  /**
   * Returns the filter for the objects' rectangles, to be used with {@link #envelope} as the query
   * rectangle.
   */
  RectangleTest candidates();

  /**
   * Returns whether every object with these bounds matches, so that the object need not be fetched.
   * If false, {@link #matches} decides.
   */
  boolean holdsByBounds(double minX, double minY, double maxX, double maxY);

  /** Returns whether an object that has passed the filter is a result. */
  boolean matches(Geometry object);

  /** Returns whether a point that has passed the filter is a result. */
  default boolean matchesPoint(double x, double y) {
    return matches(GeometryForm.point(x, y));
  }

  /** Returns this test in the form that a table with the given metric evaluates. */
  default GeometryTest on(Metric metric) {
    return metric.question(this);
  }

  /**
   * Returns this test without its refinement, so that every object that passes the filter is a
   * result.
   */
  default GeometryTest filterOnly() {
    return new FilterOnly(this);
  }
}
