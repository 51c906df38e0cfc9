package org.flashgrove.core.pair;

import org.flashgrove.core.geometry.GeometryForm;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.PlanarDistance;
import org.flashgrove.core.geometry.PointDistances;
import org.flashgrove.core.shape.FlatShape;
import org.flashgrove.core.shape.HeapBounds;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryComponentFilter;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Location;

/**
 * An object of a join, with cached tests and distances. If the rectangle of an entry is a point,
 * the object is that point, and its record is not read. Several threads may compare an object at
 * the same time.
 */
public final class Operand {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private final double x;
  private final double y;
  private final boolean isPoint;
  private final @Nullable Geometry known;

  /** The geometry of a record as a {@link FlatShape}, or null if it cannot be one. */
  private final @Nullable FlatShape shape;

  /** The rectangle that is the object, or null for a point and for the geometry of a record. */
  private final @Nullable Envelope rectangle;

  private volatile @Nullable Geometry made;
  private volatile @Nullable GeometryTest asLeft;
  private volatile @Nullable GeometryTest asRight;
  private volatile @Nullable PointDistances distances;

  private Operand(
      @Nullable Geometry known, @Nullable FlatShape shape, @Nullable Envelope rectangle) {
    x = Double.NaN;
    y = Double.NaN;
    isPoint = false;
    this.known = known;
    this.shape = shape;
    this.rectangle = rectangle;
  }

  private Operand(double x, double y) {
    this.x = x;
    this.y = y;
    isPoint = true;
    known = null;
    shape = null;
    rectangle = null;
  }

  /** Returns the object that is a point. */
  public static Operand ofPoint(double x, double y) {
    return new Operand(x, y);
  }

  /** Returns the object that has a geometry. */
  public static Operand of(Geometry geometry) {
    return new Operand(shared(geometry), null, null);
  }

  /**
   * Prepares a geometry for several threads. JTS computes the bounds of each component when they
   * are first read, and stores them without a lock.
   */
  private static Geometry shared(Geometry geometry) {
    geometry.apply((GeometryComponentFilter) Geometry::getEnvelopeInternal);
    return geometry;
  }

  /** Returns the object that has a shape. */
  public static Operand of(FlatShape shape) {
    return new Operand(null, shape, null);
  }

  /** Returns the object with the shape of a rectangle: a point if it has no extent. */
  public static Operand ofRectangle(double minX, double minY, double maxX, double maxY) {
    if (isPoint(minX, minY, maxX, maxY)) {
      return ofPoint(minX, minY);
    }
    Envelope box = new Envelope(minX, maxX, minY, maxY);
    return new Operand(GEOMETRIES.toGeometry(box), null, box);
  }

  /** Returns whether a rectangle is a point. */
  public static boolean isPoint(double minX, double minY, double maxX, double maxY) {
    return minX == maxX && minY == maxY;
  }

  /** Returns whether the object is a point. */
  public boolean isPoint() {
    return isPoint;
  }

  /** Returns whether all coordinates are finite. */
  public boolean isFinite() {
    return known == null || GeometryForm.isFinite(known);
  }

  /** Returns the x of a point. */
  public double x() {
    return x;
  }

  /** Returns the y of a point. */
  public double y() {
    return y;
  }

  /** Returns the geometry of the object, which stays in memory. */
  public Geometry geometry() {
    if (known != null) {
      return known;
    }
    Geometry result = made;
    if (result == null) {
      result = shared(shape == null ? GeometryForm.point(x, y) : shape.geometry());
      made = result;
    }
    return result;
  }

  /**
   * Returns the condition of the join as a test that compares objects of the other side with this
   * object.
   *
   * @param leftAsks whether this is the left object of the pair
   * @throws org.flashgrove.core.geometry.UnansweredGeometryException if no algorithm can evaluate
   *     this object
   */
  public GeometryTest asks(PairQuestion test, boolean leftAsks) {
    boolean isLeft = leftAsks || test.isSymmetric(); // one test for both sides
    GeometryTest asked = isLeft ? asLeft : asRight;
    if (asked == null) {
      asked = test.of(geometry(), isLeft);
      if (isLeft) {
        asLeft = asked;
      } else {
        asRight = asked;
      }
    }
    return asked;
  }

  /**
   * Returns the distance to another object. At least one of the two objects is not a rectangle.
   *
   * @throws org.flashgrove.core.geometry.UnansweredGeometryException if the metric cannot measure
   *     the pair
   */
  public double distance(Metric metric, Operand other) {
    if (rectangle != null) {
      return metric.between(other.geometry(), rectangle);
    }
    return other.rectangle != null
        ? metric.between(geometry(), other.rectangle)
        : metric.between(geometry(), other.geometry());
  }

  /**
   * Returns whether the coordinate arrays of this object and of most others decide the condition,
   * so that this object need not prepare a {@link GeometryTest}.
   */
  public boolean isQuick(PairQuestion test) {
    return test.comparesShapes() && shape != null && !shape.isBox();
  }

  /** Returns whether this object is a polygon that never prepares a {@link GeometryTest}. */
  private boolean isQuickArea(PairQuestion test) {
    return test.comparesShapes() && shape != null && shape.locatesPoints();
  }

  /** Returns the maximum heap bytes of this object and of what a symmetric test prepares of it. */
  public long bytes(PairQuestion test, int wkbBytes) {
    if (isQuickArea(test)) {
      return HeapBounds.ofShape(wkbBytes);
    }
    return test.predicate() == null
        ? HeapBounds.ofDistances(wkbBytes)
        : HeapBounds.ofQuery(
            shape == null ? geometry().getDimension() : shape.dimension(), wkbBytes);
  }

  /**
   * Returns whether this object, which is not a point, and a point satisfy the condition.
   *
   * @param leftAsks whether this is the left object of the pair
   * @throws org.flashgrove.core.geometry.UnansweredGeometryException if no algorithm can evaluate
   *     the pair
   */
  public boolean matchesPoint(PairQuestion test, boolean leftAsks, double pointX, double pointY) {
    FlatShape of = shape;
    return of != null && test.comparesShapes() && of.locatesPoints()
        ? of.locate(pointX, pointY) != Location.EXTERIOR
        : asks(test, leftAsks).matchesPoint(pointX, pointY);
  }

  /** Returns an object that computes planar distances from this object to points. */
  public PointDistances distances() {
    PointDistances made = distances;
    if (made == null) {
      made = new PointDistances(geometry());
      distances = made;
    }
    return made;
  }

  /**
   * Returns whether two objects satisfy the condition of the join. If one of them is a point, uses
   * the test of the other object, whichever side is the outer one. So the result does not depend on
   * the plan.
   *
   * @throws org.flashgrove.core.geometry.UnansweredGeometryException if no algorithm can evaluate
   *     the pair
   */
  public static boolean arePair(PairQuestion test, Operand left, Operand right) {
    FlatShape one = left.shape;
    FlatShape other = right.shape;
    if (test.comparesShapes() && one != null && other != null && one.isQuickFor(other)) {
      return one.intersects(other);
    }
    if (right.isPoint) {
      return left.isPoint
          ? arePair(test, left.x, left.y, right.x, right.y)
          : left.matchesPoint(test, true, right.x, right.y);
    }
    if (left.isPoint) {
      return right.matchesPoint(test, false, left.x, left.y);
    }
    return left.isQuickArea(test) && right.rectangle == null // the polygon need not prepare a test
        ? right.asks(test, false).matches(left.geometry())
        : left.asks(test, true).matches(right.geometry());
  }

  /** Compares two points. Points keep no tests, because there may be very many. */
  private static boolean arePair(PairQuestion test, double x, double y, double toX, double toY) {
    boolean isNearness = test.predicate() == null || test.comparesShapes(); // else distance 0
    return isNearness && Double.isFinite(x + y + toX + toY)
        ? PlanarDistance.between(x, y, toX, toY) <= test.distance()
        : test.of(GeometryForm.point(x, y), true).matchesPoint(toX, toY);
  }
}
