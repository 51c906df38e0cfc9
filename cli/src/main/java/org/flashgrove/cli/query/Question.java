package org.flashgrove.cli.query;

import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * What is asked of entries: a filter that yields candidates, and the test that decides on them.
 *
 * @param filter loses no answer
 * @param test decides whether a candidate's rectangle, taken for the object, is an answer
 */
public record Question(RectangleTest filter, RectangleTest test) {
  /** Rectangles that intersect the window. */
  public static final Question INTERSECTS =
      new Question(Predicate.INTERSECTS, Predicate.INTERSECTS);

  /** A predicate, or only its filter. */
  static Question of(Predicate predicate, Semantics semantics, boolean filterOnly) {
    RectangleTest filter = predicate.candidates();
    return new Question(filter, filterOnly ? filter : semantics.of(predicate));
  }

  /**
   * A predicate asked with a window of objects whose rectangles only bound them: candidates, but
   * for objects strictly inside the window, whose rectangles decide.
   */
  static Question ofBounds(Predicate predicate, Semantics semantics) {
    boolean decided = predicate == Predicate.CONTAINS && semantics == Semantics.EXCLUSIVE;
    RectangleTest filter = predicate.candidates();
    return new Question(filter, decided ? predicate : filter);
  }

  /** Rectangles within a distance of the window. */
  static Question within(double distance) {
    RectangleTest test = new WithinDistance(distance);
    return new Question(test, test);
  }

  /** A predicate asked with a geometry, whose bounds are the window. */
  static Question of(GeometryQuery query) {
    return new Question(query.candidates(), new Refinement(query));
  }

  /** Refinement where nothing is known of objects but their rectangles. */
  private static final class Refinement implements RectangleTest {
    private final GeometryFactory geometries = new GeometryFactory();
    private final GeometryQuery query;

    Refinement(GeometryQuery query) {
      this.query = query;
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
      return query.candidates().mayHold(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY);
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
      return query.candidates().matches(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY)
          && (query.holdsByBounds(oMinX, oMinY, oMaxX, oMaxY)
              || query.matches(geometries.toGeometry(new Envelope(oMinX, oMaxX, oMinY, oMaxY))));
    }
  }
}
