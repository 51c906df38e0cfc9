package org.flashgrove.access.geodesic;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Rectangles;

/**
 * Test for objects that intersect a window on the earth. A window is one or more boxes of
 * longitudes from -180 to 180 and latitudes from -90 to 90. The meridians 180 and -180 are one
 * line, and a pole is one point.
 */
final class GeodesicWindow implements RectangleTest {
  private static final double ROUND = 360;
  private static final double HALF = 180;
  private static final double POLE = 90;

  private final List<double[]> boxes = new ArrayList<>();

  /**
   * Creates a window.
   *
   * @param minX western side
   * @param maxX eastern side, at least {@code minX}; above 180 the window crosses the 180th
   *     meridian
   * @param minY southern side; below -90 the window crosses the south pole
   * @param maxY northern side, at least {@code minY}; above 90 the window crosses the north pole
   */
  GeodesicWindow(double minX, double minY, double maxX, double maxY) {
    if (maxY - minY >= ROUND) {
      addRange(-HALF, HALF, -POLE, POLE);
      return;
    }
    if (minY <= POLE && maxY >= -POLE) {
      addRange(minX, maxX, Math.max(minY, -POLE), Math.min(maxY, POLE));
    }
    if (maxY > POLE) {
      addRange(minX + HALF, maxX + HALF, HALF - maxY, HALF - Math.max(minY, POLE));
    }
    if (minY < -POLE) {
      addRange(minX + HALF, maxX + HALF, -HALF - Math.min(maxY, -POLE), -HALF - minY);
    }
  }

  private void addRange(double west, double east, double south, double north) {
    if (east - west >= ROUND) {
      add(-HALF, south, HALF, north);
      return;
    }
    double from = west;
    double to = east;
    while (from < -HALF || from > HALF) {
      double turn = from < 0 ? ROUND : -ROUND;
      from += turn;
      to += turn;
    }
    add(from, south, Math.min(to, HALF), north);
    if (to >= HALF) {
      add(-HALF, south, to - ROUND, north);
    }
    if (from == -HALF) {
      add(HALF, south, HALF, north);
    }
    if (north == POLE) {
      add(-HALF, POLE, HALF, POLE);
    }
    if (south == -POLE) {
      add(-HALF, -POLE, HALF, -POLE);
    }
  }

  private void add(double west, double south, double east, double north) {
    boxes.add(new double[] {west, south, east, north});
  }

  /**
   * Returns a query for the objects that intersect this window. Its search rectangle contains all
   * boxes of the window.
   */
  RectangleQuery query() {
    double[] all = boxes.get(0).clone();
    for (double[] box : boxes) {
      all[0] = Math.min(all[0], box[0]);
      all[1] = Math.min(all[1], box[1]);
      all[2] = Math.max(all[2], box[2]);
      all[3] = Math.max(all[3], box[3]);
    }
    return new RectangleQuery(this, all[0], all[1], all[2], all[3]);
  }

  /** Receives a box of the window. */
  @FunctionalInterface
  interface BoxVisitor {
    void box(double minX, double minY, double maxX, double maxY);
  }

  /** Visits the boxes of the window. */
  void forEachBox(BoxVisitor visitor) {
    for (double[] box : boxes) {
      visitor.box(box[0], box[1], box[2], box[3]);
    }
  }

  private boolean meets(double minX, double minY, double maxX, double maxY) {
    for (double[] box : boxes) {
      if (Rectangles.intersects(box[0], box[1], box[2], box[3], minX, minY, maxX, maxY)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean mayHold(
      double qMinX,
      double qMinY,
      double qMaxX,
      double qMaxY,
      double eMinX,
      double eMinY,
      double eMaxX,
      double eMaxY) {
    return meets(eMinX, eMinY, eMaxX, eMaxY);
  }

  @Override
  public boolean matches(
      double qMinX,
      double qMinY,
      double qMaxX,
      double qMaxY,
      double oMinX,
      double oMinY,
      double oMaxX,
      double oMaxY) {
    return meets(oMinX, oMinY, oMaxX, oMaxY);
  }
}
