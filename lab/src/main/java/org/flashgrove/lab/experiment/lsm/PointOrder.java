package org.flashgrove.lab.experiment.lsm;

import java.util.Comparator;
import java.util.Locale;

/** Orders of points in the unit cube. */
enum PointOrder {
  /** Compares the first coordinate, then the second, and so on. */
  SIMPLE,
  /** Z-order: interleaves the bits of the coordinates. */
  ZORDER,
  /** Position on the Hilbert curve. */
  HILBERT;

  private static final int KEY_BITS = 62;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns whether the order compares positions on a curve. The position of each point can then be
   * computed once, instead of at each comparison.
   */
  boolean hasKey() {
    return this != SIMPLE;
  }

  /** Returns a comparator. Each comparison computes the positions of both points anew. */
  Comparator<double[]> comparator() {
    return this == SIMPLE ? PointOrder::simple : (a, b) -> Long.compare(key(a), key(b));
  }

  private static int simple(double[] a, double[] b) {
    for (int d = 0; d < a.length; d++) {
      int order = Double.compare(a[d], b[d]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** Returns the position of a point on the curve, with up to 31 bits per dimension. */
  long key(double[] point) {
    int bits = KEY_BITS / point.length;
    long[] cell = new long[point.length];
    long cells = 1L << bits;
    for (int d = 0; d < cell.length; d++) {
      cell[d] = Math.max(0, Math.min(cells - 1, (long) (point[d] * cells)));
    }
    return place(cell, bits);
  }

  /**
   * Returns the position of a cell on the curve.
   *
   * @param cell coordinates of the cell; the method overwrites this array
   * @param bits number of bits of each coordinate
   */
  long place(long[] cell, int bits) {
    if (this == HILBERT) {
      transpose(cell, bits);
    }
    long key = 0;
    for (int bit = bits - 1; bit >= 0; bit--) {
      for (long axis : cell) {
        key = key << 1 | axis >> bit & 1;
      }
    }
    return key;
  }

  /**
   * Replaces the coordinates of a cell by numbers whose interleaved bits are the position of the
   * cell on the Hilbert curve (J. Skilling, Programming the Hilbert curve, 2004).
   */
  private static void transpose(long[] x, int bits) {
    for (long high = 1L << bits - 1; high > 1; high >>= 1) {
      long low = high - 1;
      for (int d = 0; d < x.length; d++) {
        if ((x[d] & high) != 0) {
          x[0] ^= low;
        } else {
          long swapped = (x[0] ^ x[d]) & low;
          x[0] ^= swapped;
          x[d] ^= swapped;
        }
      }
    }
    for (int d = 1; d < x.length; d++) {
      x[d] ^= x[d - 1];
    }
    long flips = 0;
    for (long high = 1L << bits - 1; high > 1; high >>= 1) {
      if ((x[x.length - 1] & high) != 0) {
        flips ^= high - 1;
      }
    }
    for (int d = 0; d < x.length; d++) {
      x[d] ^= flips;
    }
  }
}
