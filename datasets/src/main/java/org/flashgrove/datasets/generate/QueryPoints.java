package org.flashgrove.datasets.generate;

import java.util.Objects;
import java.util.function.Supplier;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.WindowSink;
import org.locationtech.jts.geom.Coordinate;

/**
 * Points to ask with, as windows without area. After Carniel, Ciferri and Ciferri: Spatial Datasets
 * for Conducting Experimental Evaluations of Spatial Indices, SBBD 2017 Dataset Showcase, 286-295.
 *
 * @param region where the points belong
 * @param seed any number; each kind draws from a stream of its own
 */
public record QueryPoints(QueryRegion region, long seed) {
  private static final int RANDOM = 8;
  private static final int CORRELATED = 9;

  /** Checks the parameters. */
  public QueryPoints {
    Objects.requireNonNull(region, "region");
  }

  /**
   * Makes points that are uniform in the region, rounded to six decimals.
   *
   * @param count number of points, at least 0
   * @param sink takes them
   * @throws GenerationException if no point is found within a million draws
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
   * Makes points on randomly drawn objects: in the interior of a region, at a vertex of a line.
   *
   * @param count number of points, at least 0
   * @param objects the objects to draw from, at least one
   * @param sink takes them
   * @throws IllegalArgumentException if there are no objects
   * @throws GenerationException if no object has such a point in the region within a million draws
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
