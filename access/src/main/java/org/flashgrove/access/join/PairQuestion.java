package org.flashgrove.access.join;

import java.util.Locale;
import org.flashgrove.core.geometry.DistanceQuery;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.core.geometry.WithinDistance;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;

/**
 * Test of the pairs of a join. Either object of a pair may ask it about the other one: the right
 * object asks the converse predicate.
 *
 * @param predicate the left object is its query; null for a distance
 * @param semantics what the predicate means
 * @param distance greatest distance, without a predicate
 * @param byBounds whether rectangles decide, so that pairs are candidates
 */
record PairQuestion(
    @Nullable Predicate predicate, Semantics semantics, double distance, boolean byBounds) {
  static PairQuestion of(Predicate predicate, Semantics semantics) {
    return new PairQuestion(predicate, semantics, 0, false);
  }

  static PairQuestion within(double distance) {
    return new PairQuestion(null, Semantics.OGC, new WithinDistance(distance).distance(), false);
  }

  PairQuestion ofBounds() {
    return new PairQuestion(predicate, semantics, distance, true);
  }

  private static Predicate converse(Predicate of) {
    return switch (of) {
      case INSIDE -> Predicate.CONTAINS;
      case CONTAINS -> Predicate.INSIDE;
      case COVEREDBY -> Predicate.COVERS;
      case COVERS -> Predicate.COVEREDBY;
      default -> of;
    };
  }

  private static Predicate asked(Predicate of, boolean leftAsks) {
    return leftAsks ? of : converse(of);
  }

  /** Returns whether the test holds for a pair if it holds for the pair in the other order. */
  boolean isSymmetric() {
    return predicate == null || converse(predicate) == predicate;
  }

  /** Returns whether the test holds for each object and itself. */
  boolean isReflexive() {
    return predicate == null || predicate == Predicate.INTERSECTS;
  }

  /** Returns the filter of rectangles, whose query is a rectangle of the side that asks. */
  RectangleTest candidates(boolean leftAsks) {
    return predicate == null
        ? WithinDistance.candidates(distance)
        : asked(predicate, leftAsks).candidates();
  }

  /** Returns the test of objects that are rectangles, or are compared as such. */
  RectangleTest ofRectangles(boolean leftAsks) {
    if (predicate == null) {
      return new WithinDistance(distance);
    }
    Predicate of = asked(predicate, leftAsks);
    return byBounds ? of.candidates() : semantics.of(of);
  }

  /**
   * Returns the test that an object asks about objects of the other side.
   *
   * @throws UnansweredGeometryException for an object that no algorithm can evaluate
   */
  GeometryTest of(Geometry object, boolean leftAsks) {
    try {
      return predicate == null
          ? new DistanceQuery(object, distance)
          : new GeometryQuery(asked(predicate, leftAsks), semantics, object);
    } catch (UnansweredGeometryException e) {
      throw e;
    } catch (IllegalArgumentException e) { // an object that an older version stored
      throw new UnansweredGeometryException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public String toString() {
    String what =
        predicate == null
            ? "within a distance of " + distance
            : predicate.toString().toLowerCase(Locale.ROOT);
    return what + (byBounds ? ", by rectangles" : "");
  }
}
