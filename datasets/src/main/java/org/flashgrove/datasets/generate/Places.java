package org.flashgrove.datasets.generate;

import java.util.Arrays;
import org.flashgrove.datasets.Extent;

/**
 * Random places in a region, distributed according to a {@link Skew}. Memory depends on the number
 * of centres only.
 */
public final class Places {
  private final QueryRegion region;
  private final Skew skew;
  private final Draws draws;
  private final double[] centreX;
  private final double[] centreY;
  private final double[] weights;
  private double x;
  private double y;

  /**
   * Draws the centres.
   *
   * @param purpose number of the generator that uses these places; each number selects another
   *     stream of random numbers
   */
  public Places(QueryRegion region, Skew skew, long seed, long purpose) {
    this.region = region;
    this.skew = skew;
    this.draws = new Draws(seed, purpose, 1);
    this.centreX = new double[skew.clusters()];
    this.centreY = new double[skew.clusters()];
    this.weights = skew.cumulativeWeights();
    Draws centreDraws = new Draws(seed, purpose, 2);
    for (int i = 0; i < centreX.length; i++) {
      drawUniform(centreDraws);
      centreX[i] = x;
      centreY[i] = y;
    }
  }

  /** Creates places that are normally distributed around the centre of the extent of a region. */
  public static Places around(QueryRegion region, double sigma, long seed, long purpose) {
    Places places = new Places(region, new Skew(1, 0, sigma, sigma), seed, purpose);
    Extent extent = region.extent();
    places.centreX[0] = extent.minX() + extent.width() / 2;
    places.centreY[0] = extent.minY() + extent.height() / 2;
    return places;
  }

  /**
   * Moves to the next place.
   *
   * @throws GenerationException if a million draws miss the region
   */
  public void next() {
    if (centreX.length == 0) {
      drawUniform(draws);
      return;
    }
    for (int i = 0; i < Draws.MAX_TRIES; i++) {
      int cluster = cluster();
      double sigma = skew.sigma(draws);
      x = centreX[cluster] + sigma * draws.gaussian();
      y = centreY[cluster] + sigma * draws.gaussian();
      if (region.contains(x, y)) {
        return;
      }
    }
    throw new GenerationException(
        "no place of "
            + centreX.length
            + " clusters fell into the extent "
            + region.extent()
            + " in "
            + Draws.MAX_TRIES
            + " draws; choose a smaller sigma");
  }

  private int cluster() {
    double at = draws.fraction() * weights[weights.length - 1];
    int found = Arrays.binarySearch(weights, at);
    return Math.min(weights.length - 1, found >= 0 ? found + 1 : -found - 1);
  }

  private void drawUniform(Draws from) {
    for (int i = 0; i < Draws.MAX_TRIES; i++) {
      x = from.between(region.extent().minX(), region.extent().maxX());
      y = from.between(region.extent().minY(), region.extent().maxY());
      if (region.contains(x, y)) {
        return;
      }
    }
    throw new GenerationException(
        "no place in the region was found in " + Draws.MAX_TRIES + " draws; choose a wider one");
  }

  public double x() {
    return x;
  }

  public double y() {
    return y;
  }
}
