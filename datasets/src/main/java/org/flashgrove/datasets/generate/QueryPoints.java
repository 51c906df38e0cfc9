package org.flashgrove.datasets.generate;

import java.util.Objects;
import java.util.function.Supplier;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.WindowSink;
import org.locationtech.jts.geom.Coordinate;

/**
 * Generator of query points, which are windows without area. It follows Carniel, Ciferri and
 * Ciferri: Spatial Datasets for Conducting Experimental Evaluations of Spatial Indices, SBBD 2017
 * Dataset Showcase, 286-295.
 *
 * @param region region of the points
 * @param seed seed; each kind of points has its own random stream
 */
public record QueryPoints(QueryRegion region, long seed) {
  private static final int RANDOM = 8;
  private static final int CORRELATED = 9;

  /** Checks the parameters. */
  public QueryPoints {
    Objects.requireNonNull(region, "region");
  }

  /**
   * Generates points that are uniform in the region, rounded to six decimals.
   *
   * @param count number of points, at least 0
   * @throws GenerationException if a million draws find no point
   */
  public void random(long count, WindowSink sink) {
    Draws draws = new Draws(seed, RANDOM);
    Extent extent = region.extent();
    emit(
        count,
        () ->
            new Coordinate(
                QueryWindows.rounded(draws.between(extent.minX(), extent.maxX())),
                QueryWindows.rounded(draws.between(extent.minY(), extent.maxY()))),
        sink);
  }

  /**
   * Generates points on randomly drawn objects. A point is in the interior of an area, or at a
   * vertex of a line.
   *
   * @param count number of points, at least 0
   * @param objects at least one object
   * @throws IllegalArgumentException if there are no objects
   * @throws GenerationException if a million draws find no object with such a point in the region
   */
  public void correlated(long count, ObjectSet objects, WindowSink sink) {
    if (objects.size() == 0) {
      throw new IllegalArgumentException(
          "there are no objects to draw from; allowed: at least one object");
    }
    Draws draws = new Draws(seed, CORRELATED);
    emit(count, () -> objects.pointOn((int) draws.below(objects.size())), sink);
  }

  private void emit(long count, Supplier<Coordinate> draw, WindowSink sink) {
    Parameters.requireCount(count);
    for (long i = 0; i < count; i++) {
      Coordinate point = draw.get();
      for (int tries = 1; !isInside(point); tries++) {
        if (tries == Draws.MAX_TRIES) {
          throw new GenerationException(
              "no point in the region within "
                  + region.extent()
                  + " was found in "
                  + Draws.MAX_TRIES
                  + " draws; choose another region");
        }
        point = draw.get();
      }
      sink.accept(point.x, point.y, point.x, point.y);
    }
  }

  private boolean isInside(Coordinate point) {
    return point.isValid() && region.contains(point.x, point.y);
  }
}
