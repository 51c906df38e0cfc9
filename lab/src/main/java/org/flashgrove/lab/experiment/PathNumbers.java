package org.flashgrove.lab.experiment;

import java.awt.Shape;
import java.awt.geom.PathIterator;
import java.util.Arrays;

/**
 * Paths as arrays of numbers. Each segment is a marker for its kind, followed by its coordinates.
 * The markers are far from all coordinates.
 */
final class PathNumbers {
  private static final double FAR = 1e9;
  private static final int[] COORDINATES = {2, 2, 4, 6, 0};

  private PathNumbers() {}

  /** Returns the marker of a kind: 0 move, 1 line, 2 quadratic, 3 cubic, 4 close. */
  static double marker(int kind) {
    return FAR + kind;
  }

  /** Returns the numbers of an outline. */
  static double[] of(Shape outline) {
    double[] numbers = new double[16];
    double[] point = new double[6];
    int size = 0;
    for (PathIterator at = outline.getPathIterator(null); !at.isDone(); at.next()) {
      int kind = at.currentSegment(point);
      if (size + 1 + point.length > numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * numbers.length);
      }
      numbers[size++] = marker(kind);
      System.arraycopy(point, 0, numbers, size, COORDINATES[kind]);
      size += COORDINATES[kind];
    }
    return Arrays.copyOf(numbers, size);
  }

  /** Returns a path turned clockwise by 90 degrees. */
  static double[] turned(double[] path) {
    double[] turned = path.clone();
    for (int i = 0; i < path.length; ) {
      int count = COORDINATES[(int) (path[i] - FAR)];
      for (int k = i + 1; k <= i + count; k += 2) {
        turned[k] = -path[k + 1];
        turned[k + 1] = path[k];
      }
      i += 1 + count;
    }
    return turned;
  }

  /**
   * Returns whether a path equals another path from index {@code at} on, after the other path was
   * moved by x and y.
   *
   * @param near maximum difference of two equal coordinates
   */
  static boolean beginsWith(
      double[] path, int at, double[] other, double x, double y, double near) {
    if (at + other.length > path.length) {
      return false;
    }
    for (int i = 0; i < other.length; ) {
      if (path[at + i] != other[i]) {
        return false;
      }
      int count = COORDINATES[(int) (other[i] - FAR)];
      for (int k = i + 1; k <= i + count; k += 2) {
        if (Math.abs(path[at + k] - other[k] - x) > near
            || Math.abs(path[at + k + 1] - other[k + 1] - y) > near) {
          return false;
        }
      }
      i += 1 + count;
    }
    return true;
  }
}
