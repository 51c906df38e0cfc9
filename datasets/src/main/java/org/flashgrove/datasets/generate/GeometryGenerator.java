package org.flashgrove.datasets.generate;

import java.util.function.ObjLongConsumer;
import org.flashgrove.datasets.Extent;
import org.locationtech.jts.geom.Geometry;

/** A set of geometries that exists by its parameters alone: the same parameters give the same. */
public interface GeometryGenerator {
  /**
   * Returns the number of geometries.
   *
   * @return the number, at least 0
   */
  long count();

  /** Returns the type of all geometries as JTS names it. */
  String geometryType();

  /** Returns a rectangle that holds all of them, which need not touch its sides. */
  Extent extent();

  /**
   * Hands all geometries to a sink, one at a time; ids are 1 to {@link #count} in this order.
   *
   * @param sink takes them
   * @throws GenerationException if a place is not found within a million draws
   */
  void generate(ObjLongConsumer<Geometry> sink);
}
