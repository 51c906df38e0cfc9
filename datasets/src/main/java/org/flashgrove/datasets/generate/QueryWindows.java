package org.flashgrove.datasets.generate;

import java.util.Objects;
import java.util.function.Predicate;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.WindowSink;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;

/**
 * Generator of query windows of one size. A window has the shape of the bounding rectangle of the
 * region; its area is a percentage of the area of this rectangle. The generator follows Carniel,
 * Ciferri and Ciferri: Spatial Datasets for Conducting Experimental Evaluations of Spatial Indices,
 * SBBD 2017 Dataset Showcase, 286-295.
 *
 * @param region region of the windows
 * @param percent area of a window as a percentage of the area of the bounds of the region, above 0,
 *     at most 100
 * @param seed seed; each percentage, kind and relation has its own random stream
 */
public record QueryWindows(QueryRegion region, double percent, long seed) {
  private static final double MIN_SHARE_IN_REGION = 0.2;
  private static final double DECIMALS = 1e6;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the percentage is out of range, or so small that windows
   *     have no area
   */
  public QueryWindows {
    Objects.requireNonNull(region, "region");
    if (!(percent > 0 && percent <= 100)) {
      throw new IllegalArgumentException(
          "percent is " + percent + "; allowed: above 0 and at most 100");
    }
    double scale = StrictMath.sqrt(percent / 100);
    Extent extent = region.extent();
    if (!(scale * extent.width() * (scale * extent.height()) > 0)) {
      throw new IllegalArgumentException(
          "percent is " + percent + ": windows in " + extent + " would have no area");
    }
  }

  /**
   * Generates windows whose centres are uniform in the region, rounded to six decimals. At least a
   * fifth of the area of each window lies in the region.
   *
   * @param count number of windows, at least 0
   * @throws GenerationException if a million draws find no window
   */
  public void random(long count, WindowSink sink) {
    Parameters.requireCount(count);
    Draws draws = new Draws(seed, 6, Double.doubleToLongBits(percent));
    Extent extent = region.extent();
    Predicate<Coordinate> isCentre =
        centre -> {
          centre.x = rounded(draws.between(extent.minX(), extent.maxX()));
          centre.y = rounded(draws.between(extent.minY(), extent.maxY()));
          return region.contains(centre.x, centre.y)
              && region.shareOf(windowAt(centre)) >= MIN_SHARE_IN_REGION;
        };
    for (long i = 0; i < count; i++) {
      emit(
          isCentre,
          "random window, its centre (rounded to 6 decimals) and a fifth of its area in the region",
          sink);
    }
  }

  /**
   * Generates windows around the centroids of randomly drawn objects. Each window intersects the
   * region.
   *
   * @param count number of windows, at least 0
   * @param relation relation of a window to the objects
   * @param objects at least one object
   * @throws IllegalArgumentException if there are no objects
   * @throws GenerationException if a million draws find no window, for example because no object
   *     fits into a window
   */
  public void correlated(long count, Relation relation, ObjectSet objects, WindowSink sink) {
    Parameters.requireCount(count);
    if (objects.size() == 0) {
      throw new IllegalArgumentException(
          "there are no objects to draw from; allowed: at least one object");
    }
    Draws draws = new Draws(seed, 7, Double.doubleToLongBits(percent), relation.ordinal());
    Predicate<Coordinate> isCentre =
        centre -> {
          int object = (int) draws.below(objects.size());
          centre.setCoordinate(objects.centroid(object));
          if (!centre.isValid()) {
            return false;
          }
          Envelope window = windowAt(centre);
          return region.intersects(window)
              && switch (relation) {
                case INTERSECTS -> objects.intersects(window, object);
                case CONTAINS -> objects.anyProperlyInside(window, object);
              };
        };
    String wanted =
        switch (relation) {
          case INTERSECTS -> "window around an object that intersects it and the region";
          case CONTAINS -> "window around an object that contains an object and meets the region";
        };
    for (long i = 0; i < count; i++) {
      emit(isCentre, wanted, sink);
    }
  }

  private void emit(Predicate<Coordinate> drawCentre, String wanted, WindowSink sink) {
    Coordinate centre = new Coordinate();
    for (int i = 0; i < Draws.MAX_TRIES; i++) {
      if (drawCentre.test(centre)) {
        Envelope window = windowAt(centre);
        sink.accept(window.getMinX(), window.getMinY(), window.getMaxX(), window.getMaxY());
        return;
      }
    }
    throw new GenerationException(
        "no "
            + wanted
            + ", was found in "
            + Draws.MAX_TRIES
            + " draws (percent "
            + percent
            + ", region within "
            + region.extent()
            + "); choose another percentage or region");
  }

  private Envelope windowAt(Coordinate centre) {
    double scale = StrictMath.sqrt(percent / 100);
    double halfWidth = scale * region.extent().width() / 2;
    double halfHeight = scale * region.extent().height() / 2;
    return new Envelope(
        centre.x - halfWidth, centre.x + halfWidth, centre.y - halfHeight, centre.y + halfHeight);
  }

  static double rounded(double value) {
    return Math.rint(value * DECIMALS) / DECIMALS;
  }
}
