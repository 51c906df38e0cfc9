package org.flashgrove.access.query;

import java.util.Arrays;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.index.EntryVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Sorts rectangles along a Hilbert curve and cuts the sequence into parts of rectangles that lie
 * near each other.
 */
final class RectangleParts {
  private static final int CORNERS = 4;
  private static final int PART = 64;

  /**
   * Factor by which coordinates are scaled down, so that the width and height of the largest extent
   * do not overflow.
   */
  private static final double SCALE = 0.25;

  private final double[] corners;
  private final int[] order;
  private int next;

  /**
   * Sorts rectangles.
   *
   * @param corners minX, minY, maxX, maxY of the first rectangle, then of the second, and so on
   * @param count number of rectangles
   * @throws IllegalArgumentException if a rectangle is invalid
   */
  RectangleParts(double[] corners, int count) {
    this.corners = corners;
    double[] all = extent(count);
    order = new int[count];
    if (count == 0) {
      return;
    }
    HilbertCurve curve =
        new HilbertCurve(SCALE * all[0], SCALE * all[1], SCALE * all[2], SCALE * all[3]);
    long[] places = new long[count];
    int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(2L * count); // bits of a rectangle number
    long mask = (1L << bits) - 1;
    int lost = Math.max(0, bits - 1); // low bits of a place that do not fit next to the number
    for (int i = 0; i < count; i++) {
      int at = CORNERS * i;
      long place =
          curve.valueOfCentre(
              SCALE * corners[at],
              SCALE * corners[at + 1],
              SCALE * corners[at + 2],
              SCALE * corners[at + 3]);
      places[i] = place >>> lost << bits | i;
    }
    Arrays.parallelSort(places);
    for (int i = 0; i < count; i++) {
      order[i] = (int) (places[i] & mask);
    }
  }

  private double[] extent(int count) {
    double[] all = {
      Double.POSITIVE_INFINITY,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.NEGATIVE_INFINITY
    };
    for (int at = 0; at < CORNERS * count; at += CORNERS) {
      Rectangles.requireValid(corners[at], corners[at + 1], corners[at + 2], corners[at + 3]);
      all[0] = Math.min(all[0], corners[at]);
      all[1] = Math.min(all[1], corners[at + 1]);
      all[2] = Math.max(all[2], corners[at + 2]);
      all[3] = Math.max(all[3], corners[at + 3]);
    }
    return all;
  }

  /** Returns the number of parts. */
  int parts() {
    return (order.length + PART - 1) / PART;
  }

  /** Returns the index of the next part, from 0, or null after the last part. */
  @Nullable Integer next() {
    return next == parts() ? null : next++;
  }

  /** Visits the rectangles of a part. The ids are the positions of the rectangles in the input. */
  void visit(int part, EntryVisitor visitor) {
    int end = Math.min(order.length, (part + 1) * PART);
    for (int i = part * PART; i < end; i++) {
      int at = CORNERS * order[i];
      visitor.visit(order[i], corners[at], corners[at + 1], corners[at + 2], corners[at + 3]);
    }
  }
}
