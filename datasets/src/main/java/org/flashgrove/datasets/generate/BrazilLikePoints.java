package org.flashgrove.datasets.generate;

import java.util.function.ObjLongConsumer;
import org.flashgrove.datasets.Extent;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Points that are clustered like the points of {@code brazil_points2017} in Carniel's thesis
 * (2019). The parameters are fitted to table 6 of the thesis. This table is about query windows
 * around objects. Each window has 0.001 to 1 percent of the area of the bounds of Brazil. The table
 * lists the average number of results of a window, as a fraction of the data set.
 *
 * @param count number of points, at least 0
 * @param seed seed that determines all points
 */
public record BrazilLikePoints(long count, long seed) implements GeometryGenerator {
  private static final long PURPOSE = 11;

  /** Number of cluster centres, equal to the number of municipalities of Brazil. */
  static final int CENTRES = 5_570;

  private static final Skew SKEW = new Skew(CENTRES, 1.1, 1_600, 240_000);

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public BrazilLikePoints {
    Parameters.requireCount(count);
  }

  @Override
  public String geometryType() {
    return Geometry.TYPENAME_POINT;
  }

  @Override
  public Extent extent() {
    return Brazil.region().extent();
  }

  @Override
  public void generate(ObjLongConsumer<Geometry> sink) {
    Places places = new Places(Brazil.region(), SKEW, seed, PURPOSE);
    GeometryFactory factory = new GeometryFactory();
    for (long id = 1; id <= count; id++) {
      places.next();
      sink.accept(factory.createPoint(new Coordinate(places.x(), places.y())), id);
    }
  }
}
