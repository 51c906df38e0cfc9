package org.flashgrove.lab.experiment.lsm;

import java.util.Comparator;
import java.util.Locale;

/** Orders of points of the unit cube of some dimensions. */
enum PointOrder {
  /** One coordinate after the other. */
  SIMPLE,
  /** The bits of the coordinates in turn. */
  ZORDER,
  /** The place on the Hilbert curve. */
  HILBERT;

  private static final int KEY_BITS = 62;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether the order is by a number that can be computed once per point. */
  boolean hasKey() {
    return this != SIMPLE;
  }

  /** A comparator that computes what it compares each time. */
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

  /** The place of a point on the curve, which has up to 31 bits a dimension. */
  long key(double[] point) {
    int bits = KEY_BITS / point.length;
    long[] cell = new long[point.length];
    long cells = 1L << bits;
    for (int d = 0; d < cell.length; d++) {
      cell[d] = Math.max(0, Math.min(cells - 1, (long) (point[d] * cells)));
    }
    return place(cell, bits);
  }

  /** The place of a cell on the curve; changes the cell. */
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
   * Turns a cell into the bits of its place on the Hilbert curve, those of each axis in turn (J.
   * Skilling, Programming the Hilbert curve, 2004).
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
