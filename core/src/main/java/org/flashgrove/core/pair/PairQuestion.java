package org.flashgrove.core.pair;

import java.util.Locale;
import java.util.Objects;
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
 * The condition of a join on a pair: a predicate or a maximum distance. A test compares objects
 * with one object, its query. Either object of a pair can be the query. If the right object is the
 * query, the test uses the converse predicate, such as <em>within</em> for <em>contains</em>.
 *
 * @param predicate the predicate of a test whose query is the left object; null for a distance
 * @param semantics the meaning of the predicate
 * @param distance maximum distance if there is no predicate
 * @param byBounds whether rectangles are compared instead of objects
 * @param isChosen whether the caller chose the condition
 */
public record PairQuestion(
    @Nullable Predicate predicate,
    Semantics semantics,
    double distance,
    boolean byBounds,
    boolean isChosen) {
  /** The condition of a join for which the caller chooses none. */
  public static final PairQuestion DEFAULT =
      new PairQuestion(Predicate.INTERSECTS, Semantics.OGC, 0, false, false);

  /** Returns the condition of a predicate. */
  public static PairQuestion of(Predicate predicate, Semantics semantics) {
    return new PairQuestion(
        Objects.requireNonNull(predicate, "predicate"),
        Objects.requireNonNull(semantics, "semantics"),
        0,
        false,
        true);
  }

  /** Returns the condition of a maximum distance. */
  public static PairQuestion within(double distance) {
    return new PairQuestion(
        null, Semantics.OGC, new WithinDistance(distance).distance(), false, true);
  }

  /** Returns the same condition on rectangles. */
  public PairQuestion ofBounds() {
    return new PairQuestion(predicate, semantics, distance, true, isChosen);
  }

  private static Predicate asked(Predicate of, boolean leftAsks) {
    return leftAsks ? of : of.converse();
  }

  /** Returns whether the order of the objects does not matter. */
  public boolean isSymmetric() {
    return predicate == null || predicate.converse() == predicate;
  }

  /** Returns whether each object satisfies the condition with itself. */
  public boolean isReflexive() {
    return predicate == null || predicate == Predicate.INTERSECTS;
  }

  /**
   * Returns whether the coordinate arrays of most pairs of lines and polygons decide the condition.
   */
  public boolean comparesShapes() {
    return predicate == Predicate.INTERSECTS;
  }

  /**
   * Returns the test that finds candidates by their rectangles.
   *
   * @param leftAsks whether the query rectangle belongs to the left side
   */
  public RectangleTest candidates(boolean leftAsks) {
    return predicate == null
        ? WithinDistance.candidates(distance)
        : asked(predicate, leftAsks).candidates();
  }

  /**
   * Returns the exact test for rectangles.
   *
   * @param leftAsks whether the query rectangle belongs to the left side
   */
  public RectangleTest ofRectangles(boolean leftAsks) {
    if (predicate == null) {
      return new WithinDistance(distance);
    }
    Predicate of = asked(predicate, leftAsks);
    return byBounds ? of.candidates() : semantics.of(of);
  }

  /**
   * Returns the test that compares objects of the other side with an object.
   *
   * @param leftAsks whether the object belongs to the left side
   * @throws UnansweredGeometryException if no algorithm can evaluate the object
   */
  public GeometryTest of(Geometry object, boolean leftAsks) {
    try {
      return predicate == null
          ? new DistanceQuery(object, distance)
          : new GeometryQuery(asked(predicate, leftAsks), semantics, object);
    } catch (UnansweredGeometryException e) {
      throw e;
    } catch (IllegalArgumentException e) { // an object stored by an older version
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
