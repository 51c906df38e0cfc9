package org.flashgrove.datasets.generate;

import java.util.function.ObjLongConsumer;
import org.flashgrove.datasets.Extent;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Polygons like the polygons of {@code brazil_buildings2017} in Carniel's thesis (2019). The number
 * of points, the area and the perimeter are fitted to table 4 of the thesis. The places are fitted
 * to table 6, which lists the average number of results of query windows around objects. Buildings
 * are placed independently and may overlap.
 *
 * @param count number of polygons, at least 0
 * @param seed seed that determines all polygons
 */
public record BuildingsLike(long count, long seed) implements GeometryGenerator {
  private static final BrazilObjects OBJECTS =
      new BrazilObjects(
          12, new Skew(BrazilLikePoints.CENTRES, 1.5, 1_600, 20_000), BuildingsLike::building);

  /**
   * Fraction of polygons that are triangles. The next two constants are the fractions of rectangles
   * and of L-shaped polygons. The remaining polygons have many corners.
   */
  private static final double TRIANGLES = 0.01;

  private static final double RECTANGLES = 0.6;
  private static final double ANGLES = 0.15;

  /**
   * Minimum number of points of a polygon with many corners. The number of points has a truncated
   * Pareto distribution, whose maximum and exponent are the next two constants.
   */
  private static final int LEAST_POINTS = 9;

  private static final int MOST_POINTS = 744;
  private static final double POINTS_EXPONENT = 1.9757;

  /**
   * Median of the areas of polygons. Areas are log-normal, with the deviation in the next constant.
   * A few areas, whose fraction is {@link #EXTREMES}, are instead log-uniform between the smallest
   * and the largest area in Carniel's thesis.
   */
  private static final double MEDIAN_AREA = 100;

  private static final double AREA_DEVIATION = 1.583;
  private static final double EXTREMES = 1e-4;
  private static final double LEAST_AREA = 3.66e-5;
  private static final double GREATEST_AREA = 4_756_911;

  /**
   * Standard deviation of the logarithm of the aspect ratio (length divided by width) of a polygon.
   * This deviation determines the mean perimeter of polygons with a given area.
   */
  private static final double ASPECT_DEVIATION = 1.0;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public BuildingsLike {
    Parameters.requireCount(count);
  }

  @Override
  public String geometryType() {
    return Geometry.TYPENAME_POLYGON;
  }

  @Override
  public Extent extent() {
    return Brazil.region().extent();
  }

  @Override
  public void generate(ObjLongConsumer<Geometry> sink) {
    OBJECTS.generate(count, seed, sink);
  }

  private static Geometry building(
      Places places, Draws draws, QueryRegion region, GeometryFactory factory) {
    Outline outline = outline(draws);
    double side = StrictMath.sqrt(area(draws) / outline.area());
    double aspect = StrictMath.exp(ASPECT_DEVIATION * draws.gaussian() / 2);
    outline.stretched(side * aspect, side / aspect).turned(draws.between(0, 2 * Math.PI));
    return factory.createPolygon(place(outline, places, region).points(true));
  }

  private static Outline place(Outline outline, Places places, QueryRegion region) {
    double beforeX = 0;
    double beforeY = 0;
    for (int i = 0; i < Draws.MAX_TRIES; i++) {
      places.next();
      outline.movedTo(places.x() - beforeX, places.y() - beforeY);
      if (outline.liesIn(region.extent())) {
        return outline;
      }
      beforeX = places.x();
      beforeY = places.y();
    }
    throw Parameters.noRoom("building", region.extent());
  }

  private static Outline outline(Draws draws) {
    double share = draws.fraction();
    if (share < TRIANGLES) {
      return new Outline(new double[] {0, 1, draws.fraction()}, new double[] {0, 0, 1});
    }
    if (share < TRIANGLES + RECTANGLES) {
      return new Outline(new double[] {0, 1, 1, 0}, new double[] {0, 0, 1, 1});
    }
    if (share < TRIANGLES + RECTANGLES + ANGLES) {
      double x = draws.between(0.3, 0.8);
      double y = draws.between(0.3, 0.8);
      return new Outline(new double[] {0, 1, 1, x, x, 0}, new double[] {0, 0, y, y, 1, 1});
    }
    double cut = 1 - StrictMath.pow((double) LEAST_POINTS / (MOST_POINTS + 1), POINTS_EXPONENT);
    double points = LEAST_POINTS * StrictMath.pow(1 - draws.fraction() * cut, -1 / POINTS_EXPONENT);
    return Outline.star(Math.min(MOST_POINTS, (int) points) - 1, 0.9, draws);
  }

  private static double area(Draws draws) {
    if (draws.fraction() < EXTREMES) {
      return LEAST_AREA
          * StrictMath.exp(draws.fraction() * StrictMath.log(GREATEST_AREA / LEAST_AREA));
    }
    return MEDIAN_AREA * StrictMath.exp(AREA_DEVIATION * draws.gaussian());
  }
}
