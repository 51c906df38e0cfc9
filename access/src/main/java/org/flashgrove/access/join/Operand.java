package org.flashgrove.access.join;

import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.PointDistances;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * An object of a join with what is derived from it, once. An entry without extent is the point
 * itself, so that nothing is read for it. One thread uses the tests of an operand.
 */
final class Operand {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private final double x;
  private final double y;
  private final boolean isPoint;
  private final @Nullable Geometry known;
  private @Nullable Geometry point;
  private @Nullable GeometryTest asLeft;
  private @Nullable GeometryTest asRight;
  private @Nullable PointDistances distances;

  private Operand(double x, double y, boolean isPoint, @Nullable Geometry known) {
    this.x = x;
    this.y = y;
    this.isPoint = isPoint;
    this.known = known;
  }

  static Operand ofPoint(double x, double y) {
    return new Operand(x, y, true, null);
  }

  static Operand of(Geometry geometry) {
    return new Operand(Double.NaN, Double.NaN, false, geometry);
  }

  /** Returns the object that a rectangle is. */
  static Operand ofRectangle(double minX, double minY, double maxX, double maxY) {
    return isPoint(minX, minY, maxX, maxY)
        ? ofPoint(minX, minY)
        : of(GEOMETRIES.toGeometry(new Envelope(minX, maxX, minY, maxY)));
  }

  /** Returns whether the object of an entry is a point, by its rectangle. */
  static boolean isPoint(double minX, double minY, double maxX, double maxY) {
    return minX == maxX && minY == maxY;
  }

  boolean isPoint() {
    return isPoint;
  }

  /** Returns whether all coordinates are finite numbers. */
  boolean isFinite() {
    return known == null || GeometryForm.isFinite(known);
  }

  double x() {
    return x;
  }

  double y() {
    return y;
  }

  Geometry geometry() {
    if (known != null) {
      return known;
    }
    Geometry made = point;
    if (made == null) {
      made = GeometryForm.point(x, y);
      point = made;
    }
    return made;
  }

  /**
   * Returns the test that this object asks.
   *
   * @throws org.flashgrove.core.geometry.UnansweredGeometryException if no algorithm can evaluate
   *     it
   */
  GeometryTest asks(PairQuestion test, boolean leftAsks) {
    GeometryTest asked = leftAsks ? asLeft : asRight;
    if (asked == null) {
      asked = test.of(geometry(), leftAsks);
      if (leftAsks) {
        asLeft = asked;
      } else {
        asRight = asked;
      }
    }
    return asked;
  }

  /** Returns the distances in the plane from this object to points. */
  PointDistances distances() {
    PointDistances made = distances;
    if (made == null) {
      made = new PointDistances(geometry());
      distances = made;
    }
    return made;
  }

  /**
   * Returns whether two objects are a pair. The kinds of the two decide which one asks, not the
   * plan of the join: what is not a point asks about a point.
   *
   * @throws org.flashgrove.core.geometry.UnansweredGeometryException if no algorithm can tell
   */
  static boolean arePair(PairQuestion test, Operand left, Operand right) {
    if (right.isPoint) {
      return left.asks(test, true).matchesPoint(right.x, right.y);
    }
    return left.isPoint
        ? right.asks(test, false).matchesPoint(left.x, left.y)
        : left.asks(test, true).matches(right.geometry());
  }
}
