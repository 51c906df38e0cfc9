package org.flashgrove.core.geometry;

import java.util.Locale;

/**
 * The nine topological predicates {@code P(query, object)}. The query comes first: {@link #INSIDE}
 * means that the query lies inside the object, {@link #CONTAINS} that the object lies inside the
 * query.
 *
 * <p>They follow the 9-intersection model of Schneider and Behr (TODS 2006) as used in Carniel's
 * thesis (2019, section 3.1.2.2). Apart from {@link #INTERSECTS}, exactly one of the predicates
 * holds for two objects:
 *
 * <ul>
 *   <li>Containment is {@link #COVERS} if the boundaries touch, otherwise {@link #CONTAINS}.
 *   <li>Objects that share a point but no interior point {@link #MEET}, even if one lies in the
 *       other's boundary, such as a point on the border of a region.
 *   <li>Equal objects are only {@link #EQUALS}.
 * </ul>
 *
 * <p>{@link Semantics#OGC} is the alternative interpretation.
 *
 * <p>As a {@link RectangleTest}, a predicate treats rectangles as the objects themselves. The
 * interior of a line is the line without its ends, and the interior of a point is the point. If
 * rectangles only bound the objects, use {@link #candidates()} as a filter and {@link
 * GeometryQuery} to refine.
 *
 * <p>The constants are in the order of the predicate codes of the benchmark framework FESTIval,
 * which start at 1.
 */
public enum Predicate implements RectangleTest {
  /** Query and object share a point. */
  INTERSECTS,
  /** The interiors share a point, and neither object covers the other. */
  OVERLAP,
  /** Query and object share no point. */
  DISJOINT,
  /** Query and object share a point, but their interiors share none. */
  MEET,
  /** The query lies in the object's interior. */
  INSIDE,
  /**
   * The query lies in the object and touches the object's boundary, their interiors meet, and query
   * and object are not equal.
   */
  COVEREDBY,
  /** The object lies in the query's interior. */
  CONTAINS,
  /**
   * The object lies in the query and touches the query's boundary, their interiors meet, and query
   * and object are not equal.
   */
  COVERS,
  /** Query and object are the same set of points. */
  EQUALS;

  /** Returns the code of the predicate in the benchmark framework FESTIval, 1 to 9. */
  public int code() {
    return ordinal() + 1;
  }

  /** Returns the predicate that holds for (object, query) if this one holds for (query, object). */
  public Predicate converse() {
    return switch (this) {
      case INSIDE -> CONTAINS;
      case CONTAINS -> INSIDE;
      case COVEREDBY -> COVERS;
      case COVERS -> COVEREDBY;
      default -> this;
    };
  }

  /**
   * Returns the filter for rectangles that only bound objects and queries. It accepts every object
   * for which the predicate may hold, under either semantics.
   */
  public RectangleTest candidates() {
    return CandidateTest.of(this);
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
    return switch (this) {
      case DISJOINT -> !Rectangles.covers(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY);
      case INSIDE, COVEREDBY, EQUALS ->
          Rectangles.covers(eMinX, eMinY, eMaxX, eMaxY, qMinX, qMinY, qMaxX, qMaxY);
      default -> Rectangles.intersects(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY);
    };
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
    return switch (this) {
      case INTERSECTS ->
          Rectangles.intersects(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
      case DISJOINT ->
          !Rectangles.intersects(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
      case OVERLAP ->
          Rectangles.interiorsMeet(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY)
              && !Rectangles.covers(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY)
              && !Rectangles.covers(oMinX, oMinY, oMaxX, oMaxY, qMinX, qMinY, qMaxX, qMaxY);
      case MEET ->
          Rectangles.intersects(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY)
              && !Rectangles.interiorsMeet(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
      case INSIDE -> holdsInside(oMinX, oMinY, oMaxX, oMaxY, qMinX, qMinY, qMaxX, qMaxY);
      case COVEREDBY -> coversWithContact(oMinX, oMinY, oMaxX, oMaxY, qMinX, qMinY, qMaxX, qMaxY);
      case CONTAINS -> holdsInside(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
      case COVERS -> coversWithContact(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
      default -> Rectangles.equal(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
    };
  }

  @Override
  public boolean findWindow(
      double qMinX, double qMinY, double qMaxX, double qMaxY, double[] window) {
    Rectangles.copy(qMinX, qMinY, qMaxX, qMaxY, window);
    return this != DISJOINT;
  }

  @Override
  public boolean matchesAll(
      double qMinX, double qMinY, double qMaxX, double qMaxY, double[] outer, double[] inner) {
    return this == CONTAINS && holdsWithin(qMinX, qMinY, qMaxX, qMaxY, outer);
  }

  /** Returns whether rectangle b lies in the interior of rectangle a, which has an extent. */
  static boolean holdsWithin(double aMinX, double aMinY, double aMaxX, double aMaxY, double[] b) {
    return aMinX < b[0] && aMinY < b[1] && aMaxX > b[2] && aMaxY > b[3];
  }

  /**
   * Returns whether b lies in the interior of a and differs from a. The difference matters for
   * points, because a point lies in its own interior.
   */
  private static boolean holdsInside(
      double aMinX,
      double aMinY,
      double aMaxX,
      double aMaxY,
      double bMinX,
      double bMinY,
      double bMaxX,
      double bMaxY) {
    return Rectangles.interiorCovers(aMinX, aMinY, aMaxX, aMaxY, bMinX, bMinY, bMaxX, bMaxY)
        && !Rectangles.equal(aMinX, aMinY, aMaxX, aMaxY, bMinX, bMinY, bMaxX, bMaxY);
  }

  private static boolean coversWithContact(
      double aMinX,
      double aMinY,
      double aMaxX,
      double aMaxY,
      double bMinX,
      double bMinY,
      double bMaxX,
      double bMaxY) {
    return Rectangles.covers(aMinX, aMinY, aMaxX, aMaxY, bMinX, bMinY, bMaxX, bMaxY)
        && !Rectangles.interiorCovers(aMinX, aMinY, aMaxX, aMaxY, bMinX, bMinY, bMaxX, bMaxY)
        && Rectangles.interiorsMeet(aMinX, aMinY, aMaxX, aMaxY, bMinX, bMinY, bMaxX, bMaxY)
        && !Rectangles.equal(aMinX, aMinY, aMaxX, aMaxY, bMinX, bMinY, bMaxX, bMaxY);
  }

  /**
   * Returns the predicate with a name such as {@code intersects} or {@code coveredBy}, ignoring
   * case.
   *
   * @throws IllegalArgumentException for an unknown name; the message lists the known ones
   */
  public static Predicate named(String name) {
    for (Predicate predicate : values()) {
      if (predicate.name().equalsIgnoreCase(name)) {
        return predicate;
      }
    }
    StringBuilder known = new StringBuilder();
    for (Predicate predicate : values()) {
      known
          .append(known.length() == 0 ? "" : ", ")
          .append(predicate.name().toLowerCase(Locale.ROOT));
    }
    throw new IllegalArgumentException("unknown predicate '" + name + "' (allowed: " + known + ")");
  }
}
