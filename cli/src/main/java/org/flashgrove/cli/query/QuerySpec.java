package org.flashgrove.cli.query;

import java.util.Arrays;
import java.util.Locale;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.WithinDistance;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Condition of a query. It consists of a filter, which selects candidates, and a test, which
 * decides for each candidate whether it is a result.
 *
 * @param filter test of rectangles that accepts every result, and possibly other entries
 * @param test test of the rectangle of a candidate
 */
public record QuerySpec(RectangleTest filter, RectangleTest test) {
  /** Condition that a rectangle intersects the window. */
  public static final QuerySpec INTERSECTS =
      new QuerySpec(Predicate.INTERSECTS, Predicate.INTERSECTS);

  /**
   * Returns the predicate for a word on the command line. The words {@code intersecting}, {@code
   * within} and {@code containing} say what an object does: it lies within the query, for example.
   * The names of the nine predicates say what the query does: it contains the object, for example.
   *
   * @throws IllegalArgumentException for an unknown word; the message lists the allowed words
   */
  static Predicate predicate(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "intersecting" -> Predicate.INTERSECTS;
      case "within" -> Predicate.CONTAINS;
      case "containing" -> Predicate.INSIDE;
      default -> named(word);
    };
  }

  private static Predicate named(String word) {
    try {
      return Predicate.named(word);
    } catch (IllegalArgumentException e) {
      String others = Arrays.toString(Predicate.values()).toLowerCase(Locale.ROOT);
      throw new IllegalArgumentException(
          "--predicate "
              + word
              + " (allowed: intersecting, within, containing, "
              + others.substring(1, others.length() - 1)
              + ")",
          e);
    }
  }

  /**
   * Creates the condition for a predicate.
   *
   * @param filterOnly whether every candidate of the filter is a result
   */
  static QuerySpec of(Predicate predicate, Semantics semantics, boolean filterOnly) {
    RectangleTest filter = predicate.candidates();
    return new QuerySpec(filter, filterOnly ? filter : semantics.of(predicate));
  }

  /**
   * Creates the condition for a predicate on objects of which only the bounding rectangles are
   * known. For most predicates, every candidate of the filter is a result. The exception is {@link
   * Predicate#CONTAINS} with {@link Semantics#EXCLUSIVE}, because the object's rectangle is enough
   * to decide this predicate.
   */
  static QuerySpec ofBounds(Predicate predicate, Semantics semantics) {
    boolean decided = predicate == Predicate.CONTAINS && semantics == Semantics.EXCLUSIVE;
    RectangleTest filter = predicate.candidates();
    return new QuerySpec(filter, decided ? predicate : filter);
  }

  /** Creates the condition that a rectangle lies within a distance of the window. */
  static QuerySpec within(double distance) {
    RectangleTest test = new WithinDistance(distance);
    return new QuerySpec(test, test);
  }

  /**
   * Creates the condition of a query with a geometry. The window of the query is the bounds of this
   * geometry.
   */
  static QuerySpec of(GeometryQuery query) {
    return new QuerySpec(query.candidates(), new Refinement(query));
  }

  /**
   * Tests whether the rectangle of an entry satisfies the predicate with the exact geometry of the
   * query.
   */
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
