package org.flashgrove.jmh.bench.data;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Finds square windows around entries so that each window contains about a given number of entries.
 * An entry counts as contained if its lower left corner is in the window.
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

  /**
   * Inserts a corner into the corners sorted by x. Corners arrive sorted by x rounded to a float.
   * Therefore only corners whose x rounds to the same float need to be moved.
   *
   * @param count number of corners added before
   */
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

  /**
   * Converts a float to an integer so that integers have the same order as floats. The integer is
   * in the low half of the result.
   */
  private static long sortable(float value) {
    int bits = Float.floatToIntBits(value);
    return bits ^ (bits >> Integer.SIZE - 1 & Integer.MAX_VALUE);
  }

  /**
   * Returns windows as a list of minX, minY, maxX and maxY, in the form of the data.
   *
   * @param results approximate number of entries in each window
   * @param count number of windows
   * @param side maximum side length of a window
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

  /** Returns the index of the first corner whose x is at least {@code least}. */
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
