package org.flashgrove.datasets.generate;

import java.util.function.ObjLongConsumer;
import org.flashgrove.datasets.Extent;
import org.locationtech.jts.geom.Geometry;

/** Generator of geometries. The geometries depend only on the parameters of the generator. */
public interface GeometryGenerator {
  /** Returns the number of geometries, at least 0. */
  long count();

  /** Returns the JTS name of the type of all geometries. */
  String geometryType();

  /**
   * Returns a rectangle that contains all geometries. The rectangle may be larger than the bounds
   * of the geometries.
   */
  Extent extent();

  /**
   * Passes all geometries to a sink one by one, with ids from 1 to {@link #count} in this order.
   *
   * @throws GenerationException if a million draws find no suitable place
   */
  void generate(ObjLongConsumer<Geometry> sink);
}
