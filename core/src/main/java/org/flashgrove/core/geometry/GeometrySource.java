package org.flashgrove.core.geometry;

import org.locationtech.jts.geom.Geometry;

/**
 * Source of the geometries whose bounding rectangles an index stores. Queries use it for
 * refinement.
 */
@FunctionalInterface
public interface GeometrySource {
  /**
   * Returns the object with an id that the index returned as a candidate.
   *
   * @return the geometry, not null; its bounds are the rectangle stored with the id
   */
  Geometry geometry(long id);
}
