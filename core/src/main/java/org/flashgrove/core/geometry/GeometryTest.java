package org.flashgrove.core.geometry;

import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * A question to objects: the filter on their rectangles, and the refinement that decides on objects
 * themselves.
 */
public interface GeometryTest {
  /** Bounds of what is asked with; not to be changed. */
  Envelope envelope();

  /** The filter for the objects' rectangles, to be asked with {@link #envelope}. */
  RectangleTest candidates();

  /**
   * Whether an object of these bounds is an answer for certain, so that it need not be fetched.
   * False says nothing.
   */
  boolean holdsByBounds(double minX, double minY, double maxX, double maxY);

  /** Whether an object that has passed the filter is an answer. */
  boolean matches(Geometry object);

  /** The same question without refinement: candidates are answers. */
  default GeometryTest filterOnly() {
    return new FilterOnly(this);
  }
}
