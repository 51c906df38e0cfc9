package org.flashgrove.core.geometry;

import org.locationtech.jts.geom.Geometry;

/** Where the refinement of a query gets the objects that an index bounds by rectangles. */
@FunctionalInterface
public interface GeometrySource {
  /**
   * Returns the object of an id that the index returned as a candidate.
   *
   * @return the geometry, not null; its bounds are the rectangle indexed with the id
   */
  Geometry geometry(long id);
}
