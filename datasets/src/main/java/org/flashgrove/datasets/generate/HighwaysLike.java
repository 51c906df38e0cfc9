package org.flashgrove.datasets.generate;

import java.util.function.ObjLongConsumer;
import org.flashgrove.datasets.Extent;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Lines like the lines of {@code brazil_highways2017} in Carniel's thesis (2019). The number of
 * points and the length are fitted to table 4 of the thesis. The places are fitted to table 6,
 * which lists the average number of results of query windows around objects. A line is at most 100
 * km long, because osm2pgsql cuts longer lines. Lines begin and end anywhere, so they do not form a
 * network.
 *
 * @param count number of lines, at least 0
 * @param seed seed that determines all lines
 */
public record HighwaysLike(long count, long seed) implements GeometryGenerator {
  private static final BrazilObjects OBJECTS =
      new BrazilObjects(
          13, new Skew(BrazilLikePoints.CENTRES, 1.2, 9_000, 500_000), HighwaysLike::highway);

  /**
   * Maximum number of segments of a line. The number of segments minus 1 is log-normal. The next
   * two constants are the mean and the standard deviation of the logarithm of that number.
   */
  private static final int MOST_PIECES = 1_549;

  private static final double LOG_PIECES = 1.3341;
  private static final double PIECES_DEVIATION = 1.2;

  /**
   * Median, in metres, of the mean segment length of a line. The mean segment length is
   * log-normally distributed.
   */
  private static final double MEDIAN_PIECE = 35.4;

  private static final double PIECE_DEVIATION = 1.3;
  private static final double GREATEST_LENGTH = 100_000;
  private static final double TURN = 0.3;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public HighwaysLike {
    Parameters.requireCount(count);
  }

  @Override
  public String geometryType() {
    return Geometry.TYPENAME_LINESTRING;
  }

  @Override
  public Extent extent() {
    return Brazil.region().extent();
  }

  @Override
  public void generate(ObjLongConsumer<Geometry> sink) {
    OBJECTS.generate(count, seed, sink);
  }

  private static Geometry highway(
      Places places, Draws draws, QueryRegion region, GeometryFactory factory) {
    int points = pieces(draws) + 1;
    double step = MEDIAN_PIECE * StrictMath.exp(PIECE_DEVIATION * draws.gaussian());
    return factory.createLineString(line(points, step, places, draws, region));
  }

  private static int pieces(Draws draws) {
    double pieces;
    do {
      pieces = 1 + StrictMath.exp(LOG_PIECES + PIECES_DEVIATION * draws.gaussian());
    } while (pieces >= MOST_PIECES + 1);
    return (int) pieces;
  }

  private static Coordinate[] line(
      int points, double step, Places places, Draws draws, QueryRegion region) {
    for (int i = 0; i < Draws.MAX_TRIES; i++) {
      places.next();
      Outline outline =
          Outline.walk(points, step, TURN, draws)
              .cutAt(GREATEST_LENGTH)
              .movedTo(places.x(), places.y());
      if (outline.liesIn(region.extent())) {
        return outline.points(false);
      }
    }
    throw Parameters.noRoom("line", region.extent());
  }
}
