package org.flashgrove.indexes.structure;

import java.util.Arrays;
import org.flashgrove.indexes.order.KeyOrder;

/**
 * Computes the area of the union of rectangles. It sweeps along x and keeps the strips of y that
 * are covered. Takes O(n²) for n rectangles. Arrays are reused.
 */
final class RectangleUnion {
  private static final int BOX = 4;

  private final KeyOrder sorting = new KeyOrder();
  private double[] xs = new double[0];
  private int[] order = new int[0];
  private double[] ys = new double[0];
  private int[] covering = new int[0];
  private int distinctYs;

  /**
   * Returns the area of the union of some rectangles.
   *
   * @param rectangles coordinates minX, minY, maxX, maxY of each rectangle
   * @param count number of rectangles
   */
  double area(double[] rectangles, int count) {
    ensureRoom(2 * count);
    int edges = 0;
    for (int at = 0; at < BOX * count; at += BOX) {
      xs[edges] = rectangles[at];
      ys[edges++] = rectangles[at + 1];
      xs[edges] = rectangles[at + 2];
      ys[edges++] = rectangles[at + 3];
    }
    sorting.sort(order, edges, xs, xs);
    int strips = distinct(edges) - 1;
    if (strips < 1) {
      return 0;
    }
    Arrays.fill(covering, 0, strips, 0);
    double area = 0;
    double lastX = xs[order[0]];
    for (int i = 0; i < edges; i++) {
      int edge = order[i];
      if (xs[edge] > lastX) {
        area += (xs[edge] - lastX) * covered(strips);
        lastX = xs[edge];
      }
      cross(rectangles, edge);
    }
    return area;
  }

  private void ensureRoom(int edges) {
    if (xs.length < edges) {
      xs = new double[edges];
      order = new int[edges];
      ys = new double[edges];
      covering = new int[edges];
    }
  }

  /** Sorts the values of y and removes duplicates. Returns their number. */
  private int distinct(int count) {
    Arrays.sort(ys, 0, count);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (kept == 0 || ys[i] != ys[kept - 1]) {
        ys[kept++] = ys[i];
      }
    }
    distinctYs = kept;
    return kept;
  }

  /**
   * Moves the sweep over a vertical edge of a rectangle.
   *
   * @param edge number of the edge: 2i for the left edge of rectangle i, and 2i + 1 for its right
   *     edge
   */
  private void cross(double[] rectangles, int edge) {
    int at = BOX * (edge >>> 1);
    int from = Arrays.binarySearch(ys, 0, distinctYs, rectangles[at + 1]);
    int to = Arrays.binarySearch(ys, 0, distinctYs, rectangles[at + 3]);
    int step = (edge & 1) == 0 ? 1 : -1;
    for (int strip = from; strip < to; strip++) {
      covering[strip] += step;
    }
  }

  /** Returns the total length of the strips that at least one rectangle covers. */
  private double covered(int strips) {
    double length = 0;
    for (int strip = 0; strip < strips; strip++) {
      if (covering[strip] > 0) {
        length += ys[strip + 1] - ys[strip];
      }
    }
    return length;
  }
}
