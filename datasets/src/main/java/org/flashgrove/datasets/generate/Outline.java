package org.flashgrove.datasets.generate;

import java.util.Arrays;
import org.flashgrove.datasets.Extent;
import org.locationtech.jts.geom.Coordinate;

/**
 * Builder for the points of a ring or a line. Its methods modify the shape and return this object.
 */
final class Outline {
  private Coordinate[] points;

  Outline(double[] x, double[] y) {
    points = new Coordinate[x.length];
    for (int i = 0; i < x.length; i++) {
      points[i] = new Coordinate(x[i], y[i]);
    }
  }

  /**
   * Creates a star-shaped ring around (0, 0), which therefore does not cross itself. Angles
   * increase from point to point, and distances from the centre are at most 1.
   *
   * @param corners at least 3
   * @param leastRadius smallest distance from the centre, above 0, at most 1
   */
  static Outline star(int corners, double leastRadius, Draws draws) {
    double[] x = new double[corners];
    double[] y = new double[corners];
    for (int i = 0; i < corners; i++) {
      double angle = 2 * Math.PI * (i + 0.9 * draws.fraction()) / corners;
      double radius = draws.between(leastRadius, 1);
      x[i] = radius * StrictMath.cos(angle);
      y[i] = radius * StrictMath.sin(angle);
    }
    return new Outline(x, y);
  }

  /**
   * Creates a line from (0, 0) with normally distributed turns.
   *
   * @param corners at least 2
   * @param step mean length of a segment; lengths are uniform between half and one and a half of
   *     the mean
   * @param turn standard deviation of the turns, in radians
   */
  static Outline walk(int corners, double step, double turn, Draws draws) {
    double[] x = new double[corners];
    double[] y = new double[corners];
    double heading = draws.between(0, 2 * Math.PI);
    for (int i = 1; i < corners; i++) {
      double length = draws.between(0.5 * step, 1.5 * step);
      x[i] = x[i - 1] + length * StrictMath.cos(heading);
      y[i] = y[i - 1] + length * StrictMath.sin(heading);
      heading += turn * draws.gaussian();
    }
    return new Outline(x, y);
  }

  Outline stretched(double factorX, double factorY) {
    for (Coordinate point : points) {
      point.x *= factorX;
      point.y *= factorY;
    }
    return this;
  }

  Outline turned(double angle) {
    double cos = StrictMath.cos(angle);
    double sin = StrictMath.sin(angle);
    for (Coordinate point : points) {
      double x = point.x * cos - point.y * sin;
      point.y = point.x * sin + point.y * cos;
      point.x = x;
    }
    return this;
  }

  Outline movedTo(double x, double y) {
    for (Coordinate point : points) {
      point.x += x;
      point.y += y;
    }
    return this;
  }

  /** Cuts off the end of the line so that its length is at most {@code greatestLength}. */
  Outline cutAt(double greatestLength) {
    double length = 0;
    for (int i = 1; i < points.length; i++) {
      double piece = points[i].distance(points[i - 1]);
      if (length + piece > greatestLength) {
        double part = (greatestLength - length) / piece;
        points[i].x = points[i - 1].x + part * (points[i].x - points[i - 1].x);
        points[i].y = points[i - 1].y + part * (points[i].y - points[i - 1].y);
        points = Arrays.copyOf(points, i + 1);
        return this;
      }
      length += piece;
    }
    return this;
  }

  /** Returns the area of the ring with these corners. */
  double area() {
    double twice = 0;
    for (int i = 0; i < points.length; i++) {
      Coordinate next = points[(i + 1) % points.length];
      twice += points[i].x * next.y - next.x * points[i].y;
    }
    return Math.abs(twice) / 2;
  }

  boolean liesIn(Extent extent) {
    for (Coordinate point : points) {
      if (!extent.contains(point.x, point.y)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the points. For a ring, the first point is repeated at the end. */
  Coordinate[] points(boolean isRing) {
    if (!isRing) {
      return points;
    }
    Coordinate[] closed = new Coordinate[points.length + 1];
    System.arraycopy(points, 0, closed, 0, points.length);
    closed[points.length] = points[0].copy();
    return closed;
  }
}
