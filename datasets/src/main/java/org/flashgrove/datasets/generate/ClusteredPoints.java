package org.flashgrove.datasets.generate;

import java.util.Objects;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.Extent;

/**
 * Points that are normally distributed around centres, in random order. The centres are uniform in
 * the extent. The numbers of points of two clusters differ by at most one. Points outside the
 * extent are drawn again. With 125 clusters in the unit square, these are the synthetic data of
 * Carniel's thesis (2019), chapter 8. The thesis does not state the standard deviation.
 *
 * @param count number of points, at least 0
 * @param clusters number of clusters, 1 to 1,000,000
 * @param sigma standard deviation of x and y in the unit of the extent, finite, at least 0
 * @param extent extent of centres and points
 * @param seed seed that determines all points
 */
public record ClusteredPoints(long count, int clusters, double sigma, Extent extent, long seed)
    implements EntryGenerator {
  /** Number of clusters in Carniel's thesis. */
  public static final int THESIS_CLUSTERS = 125;

  /** Default standard deviation of x and y if the extent is the unit square. */
  public static final double DEFAULT_SIGMA = 0.01;

  private static final int MAX_CLUSTERS = 1_000_000;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of its range
   */
  public ClusteredPoints {
    Parameters.requireCount(count);
    if (clusters < 1 || clusters > MAX_CLUSTERS) {
      throw new IllegalArgumentException(
          "clusters is " + clusters + "; allowed: 1 to " + MAX_CLUSTERS);
    }
    if (!Double.isFinite(sigma) || sigma < 0) {
      throw new IllegalArgumentException("sigma is " + sigma + "; allowed: a finite number >= 0");
    }
    Objects.requireNonNull(extent, "extent");
  }

  @Override
  public void generate(EntrySink sink) {
    Draws centreDraws = new Draws(seed, 1);
    double[] centreX = new double[clusters];
    double[] centreY = new double[clusters];
    for (int i = 0; i < clusters; i++) {
      centreX[i] = centreDraws.between(extent.minX(), extent.maxX());
      centreY[i] = centreDraws.between(extent.minY(), extent.maxY());
    }
    Draws orderDraws = new Draws(seed, 2);
    Draws pointDraws = new Draws(seed, 3);
    RemainingPoints remaining = new RemainingPoints(count, clusters);
    for (long id = 1; id <= count; id++) {
      int cluster = remaining.take(orderDraws.below(remaining.total()));
      emit(id, centreX[cluster], centreY[cluster], pointDraws, sink);
    }
  }

  private void emit(long id, double centreX, double centreY, Draws draws, EntrySink sink) {
    for (int i = 0; i < Draws.MAX_TRIES; i++) {
      double x = centreX + sigma * draws.gaussian();
      double y = centreY + sigma * draws.gaussian();
      if (extent.contains(x, y)) {
        sink.accept(id, x, y, x, y);
        return;
      }
    }
    throw new GenerationException(
        "no point of the cluster around ("
            + centreX
            + ", "
            + centreY
            + ") with sigma "
            + sigma
            + " fell into the extent "
            + extent
            + " in "
            + Draws.MAX_TRIES
            + " draws; choose a smaller sigma");
  }

  /**
   * Number of points of each cluster that are still to be drawn, as a Fenwick tree. A cluster is
   * drawn with a probability proportional to this number. The result is distributed like a shuffled
   * array of all points, but takes no memory for the points.
   */
  private static final class RemainingPoints {
    private final long[] tree;
    private final int highestBit;
    private long total;

    RemainingPoints(long count, int clusters) {
      tree = new long[clusters + 1];
      highestBit = Integer.highestOneBit(clusters);
      for (int i = 1; i <= clusters; i++) {
        tree[i] += count / clusters + (i <= count % clusters ? 1 : 0);
        int parent = i + (i & -i);
        if (parent <= clusters) {
          tree[parent] += tree[i];
        }
      }
      total = count;
    }

    long total() {
      return total;
    }

    /**
     * Removes one of the remaining points, and returns the cluster of this point.
     *
     * @param rank position of the point among all remaining points in the order of clusters, from 0
     */
    int take(long rank) {
      int cluster = 0;
      long rest = rank;
      for (int step = highestBit; step > 0; step >>= 1) {
        int next = cluster + step;
        if (next < tree.length && tree[next] <= rest) {
          cluster = next;
          rest -= tree[next];
        }
      }
      for (int i = cluster + 1; i < tree.length; i += i & -i) {
        tree[i]--;
      }
      total--;
      return cluster;
    }
  }
}
