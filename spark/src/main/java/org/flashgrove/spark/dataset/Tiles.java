package org.flashgrove.spark.dataset;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Division of the plane into tiles with about the same number of points, computed from a sample.
 * The tiles are the leaves of a k-d tree (J. L. Bentley, 1975). Each split cuts the longer side of
 * its points' bounds, or the shorter one if all points have the same coordinate on the longer side.
 * The weights of the two halves are in proportion to the numbers of tiles planned for them. Points
 * with equal coordinates are never separated, so there may be fewer tiles than requested.
 */
public final class Tiles implements Serializable {
  private static final long serialVersionUID = 1;

  private final int count;

  /** For each inner node of the tree, whether its split compares x; otherwise it compares y. */
  private final boolean[] acrossX;

  /** For each inner node of the k-d tree of tiles, the x or y coordinate of its split. */
  private final double[] cuts;

  /**
   * For each inner node of the tree, the child for coordinates up to the split. A negative number
   * stands for a tile.
   */
  private final int[] lower;

  /**
   * For each inner node of the tree, the child for coordinates above the split. A negative number
   * stands for a tile.
   */
  private final int[] upper;

  /**
   * Point of the sample.
   *
   * @param weight number of rows that it represents
   */
  public record Sample(double x, double y, double weight) implements Serializable {}

  private Tiles(Builder builder) {
    count = builder.tiles;
    int nodes = builder.nodes.size();
    acrossX = new boolean[nodes];
    cuts = new double[nodes];
    lower = new int[nodes];
    upper = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      Node node = builder.nodes.get(i);
      acrossX[i] = node.acrossX;
      cuts[i] = node.cut;
      lower[i] = node.lower;
      upper[i] = node.upper;
    }
  }

  /**
   * Divides the plane into tiles so that the points in each tile have about the same total weight.
   *
   * @param sample points with their weights
   * @param most maximum number of tiles, from 1
   */
  public static Tiles of(List<Sample> sample, int most) {
    Builder builder = new Builder();
    builder.divide(sample.toArray(new Sample[0]), most);
    return new Tiles(builder);
  }

  /** Returns the number of tiles. */
  public int count() {
    return count;
  }

  /** Returns the number of the tile that contains a point, counted from 0. */
  public int tileOf(double x, double y) {
    if (cuts.length == 0) {
      return 0;
    }
    int node = 0;
    while (node >= 0) {
      double at = acrossX[node] ? x : y;
      node = at <= cuts[node] ? lower[node] : upper[node];
    }
    return -node - 1;
  }

  private static final class Node {
    private boolean acrossX;
    private double cut;
    private int lower;
    private int upper;
  }

  private static final class Builder {
    private final List<Node> nodes = new ArrayList<>();
    private int tiles;

    /**
     * Divides a part of the sample. Returns the number of the new inner node, or a negative number
     * if the whole part is one tile.
     *
     * @param most maximum number of tiles of this part
     */
    int divide(Sample[] sample, int most) {
      boolean wide = extent(sample, true) >= extent(sample, false);
      int lowerMost = most / 2;
      double share = (double) lowerMost / most;
      int at = most <= 1 ? -1 : cut(sample, wide, share);
      if (at < 0 && most > 1) {
        wide = !wide;
        at = cut(sample, wide, share);
      }
      if (at < 0) {
        return -(++tiles);
      }
      Node node = new Node();
      int number = nodes.size();
      nodes.add(node);
      node.acrossX = wide;
      node.cut = at(sample[at - 1], wide);
      node.lower = divide(Arrays.copyOfRange(sample, 0, at), lowerMost);
      node.upper = divide(Arrays.copyOfRange(sample, at, sample.length), most - lowerMost);
      return number;
    }

    private static double at(Sample sample, boolean wide) {
      return wide ? sample.x() : sample.y();
    }

    private static double extent(Sample[] sample, boolean wide) {
      double least = Double.POSITIVE_INFINITY;
      double greatest = Double.NEGATIVE_INFINITY;
      for (Sample each : sample) {
        least = Math.min(least, at(each, wide));
        greatest = Math.max(greatest, at(each, wide));
      }
      return greatest - least;
    }

    /**
     * Sorts the sample along one axis, and returns the index at which its upper part begins.
     * Returns -1 if all points have the same coordinate on this axis.
     *
     * @param wide whether to sort by x instead of y
     * @param share fraction of the total weight that the lower part should have
     */
    private static int cut(Sample[] sample, boolean wide, double share) {
      sort(sample, wide);
      double total = 0;
      for (Sample each : sample) {
        total += each.weight();
      }
      double below = 0;
      double best = Double.POSITIVE_INFINITY;
      int found = -1;
      for (int i = 1; i < sample.length; i++) {
        below += sample[i - 1].weight();
        double miss = Math.abs(below - share * total);
        if (at(sample[i - 1], wide) < at(sample[i], wide) && miss < best) {
          best = miss;
          found = i;
        }
      }
      return found;
    }

    /**
     * Sorts the sample along one axis by a merge sort. {@link Arrays#sort} has so much code that
     * compiling it takes longer than the sort, in each of the first writes of a process.
     */
    private static void sort(Sample[] sample, boolean wide) {
      Sample[] from = sample;
      Sample[] to = new Sample[sample.length];
      for (int width = 1; width < sample.length; width *= 2) {
        for (int low = 0; low < sample.length; low += 2 * width) {
          merge(from, to, low, width, wide);
        }
        Sample[] merged = to;
        to = from;
        from = merged;
      }
      if (from != sample) {
        System.arraycopy(from, 0, sample, 0, sample.length);
      }
    }

    /** Merges two sorted sequences of {@code width} points, or fewer at the end of the array. */
    private static void merge(Sample[] from, Sample[] to, int low, int width, boolean wide) {
      int middle = Math.min(low + width, from.length);
      int high = Math.min(middle + width, from.length);
      int left = low;
      int right = middle;
      for (int at = low; at < high; at++) {
        boolean isRight =
            left == middle || right < high && at(from[right], wide) < at(from[left], wide);
        to[at] = from[isRight ? right++ : left++];
      }
    }
  }
}
