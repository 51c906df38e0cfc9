package org.flashgrove.jmh.bench.data;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Squares around entries of a data set that hold a number of entries each, or one of the next
 * numbers that squares around the entry can hold. Corners count, the least ones of rectangles.
 */
final class ResultWindows {
  private static final int STEPS = 40;

  private final BoxFile data;
  private final double[] x;
  private final double[] y;

  ResultWindows(BoxFile data) {
    this.data = data;
    long[] byX = new long[data.count()];
    for (int i = 0; i < byX.length; i++) {
      byX[i] = sortable((float) data.minX(i)) << Integer.SIZE | i;
    }
    Arrays.sort(byX);
    x = new double[byX.length];
    y = new double[byX.length];
    for (int i = 0; i < byX.length; i++) {
      put(i, data.minX((int) byX[i]), data.minY((int) byX[i]));
    }
  }

  /** Puts a corner behind those whose x is at most its own: doubles that are one float need it. */
  private void put(int count, double cornerX, double cornerY) {
    int at = count;
    while (at > 0 && x[at - 1] > cornerX) {
      x[at] = x[at - 1];
      y[at] = y[at - 1];
      at--;
    }
    x[at] = cornerX;
    y[at] = cornerY;
  }

  /** A whole number that orders as the float does, in the low half of a long. */
  private static long sortable(float value) {
    int bits = Float.floatToIntBits(value);
    return bits ^ (bits >> Integer.SIZE - 1 & Integer.MAX_VALUE);
  }

  /**
   * Returns windows: minX, minY, maxX, maxY one after the other, in the form of the data.
   *
   * @param results how many entries each holds, about
   * @param side the longest that a window may be
   */
  double[] make(int results, int count, double side, SplittableRandom random) {
    double[] corners = new double[4 * count];
    for (int i = 0; i < count; i++) {
      int at = random.nextInt(data.count());
      double low = 0;
      double high = side / 2;
      for (int step = 0; step < STEPS && count(at, low) < results; step++) {
        double middle = (low + high) / 2;
        if (count(at, middle) <= results) {
          low = middle;
        } else {
          high = middle;
        }
      }
      square(at, low, corners, 4 * i);
    }
    return corners;
  }

  private void square(int at, double half, double[] corners, int to) {
    corners[to] = data.form().round(data.minX(at) - half);
    corners[to + 1] = data.form().round(data.minY(at) - half);
    corners[to + 2] = data.form().round(data.minX(at) + half);
    corners[to + 3] = data.form().round(data.minY(at) + half);
  }

  private int count(int at, double half) {
    double[] window = new double[4];
    square(at, half, window, 0);
    int found = 0;
    for (int i = first(window[0]); i < x.length && x[i] <= window[2]; i++) {
      if (y[i] >= window[1] && y[i] <= window[3]) {
        found++;
      }
    }
    return found;
  }

  /** The first place whose x is at least a value. */
  private int first(double least) {
    int low = 0;
    int high = x.length;
    while (low < high) {
      int middle = low + high >>> 1;
      if (x[middle] < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
