package org.flashgrove.jmh.bench.data;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Squares around entries of a data set that hold a number of entries each, or one of the next
 * numbers that squares around the entry can hold. Corners count, the least ones of rectangles.
 */
final class ResultWindows {
  private static final int STEPS = 40;

  private final Boxes data;
  private final float[] x;
  private final float[] y;

  ResultWindows(Boxes data) {
    this.data = data;
    long[] byX = new long[data.count()];
    for (int i = 0; i < byX.length; i++) {
      byX[i] = sortable((float) data.minX(i)) << Integer.SIZE | i;
    }
    Arrays.sort(byX);
    x = new float[byX.length];
    y = new float[byX.length];
    for (int i = 0; i < byX.length; i++) {
      x[i] = (float) data.minX((int) byX[i]);
      y[i] = (float) data.minY((int) byX[i]);
    }
  }

  /** A whole number that orders as the float does, in the low half of a long. */
  private static long sortable(float value) {
    int bits = Float.floatToIntBits(value);
    return bits ^ (bits >> Integer.SIZE - 1 & Integer.MAX_VALUE);
  }

  /**
   * Returns windows: minX, minY, maxX, maxY one after the other, exact as floats.
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
    corners[to] = (float) (data.minX(at) - half);
    corners[to + 1] = (float) (data.minY(at) - half);
    corners[to + 2] = (float) (data.minX(at) + half);
    corners[to + 3] = (float) (data.minY(at) + half);
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
