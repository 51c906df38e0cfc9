package org.flashgrove.spark.dataset;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A division of the plane into tiles that hold about as many points each, from a sample of the
 * points: a k-d tree (J. L. Bentley, 1975) whose leaves are the tiles. Each cut is across the
 * longer side of the sample's bounds, at the place where the weights on both sides are as the
 * numbers of tiles to be made of them. Points of one place are never divided, so there may be fewer
 * tiles than asked for.
 */
public final class Tiles implements Serializable {
  private static final long serialVersionUID = 1;

  private final int count;

  /** Inner nodes: axis and cut, and children; a negative child is a tile. */
  private final boolean[] acrossX;

  private final double[] cuts;
  private final int[] lower;
  private final int[] upper;

  /**
   * A point of the sample.
   *
   * @param weight how many rows it stands for
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
   * Divides the plane.
   *
   * @param sample points with their weights
   * @param most tiles to be made, from 1
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

  /** Returns the tile that a point is in, from 0. */
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

    /** Makes a node, or a tile; returns its number, that of a tile negative. */
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

    /** Sorts the sample; returns where the upper part begins, or -1 if all is at one place. */
    private static int cut(Sample[] sample, boolean wide, double share) {
      Arrays.sort(
          sample,
          wide ? Comparator.comparingDouble(Sample::x) : Comparator.comparingDouble(Sample::y));
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
  }
}
