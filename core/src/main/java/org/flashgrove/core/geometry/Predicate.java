package org.flashgrove.core.geometry;

import java.util.Locale;

/**
 * The nine topological predicates {@code P(query, object)}, the query named first: {@link #INSIDE}
 * means that the query lies inside the object, {@link #CONTAINS} that the object lies inside the
 * query.
 *
 * <p>Meaning after the 9-intersection model of Schneider and Behr (TODS 2006) as the thesis
 * (section 3.1.2.2) uses it. All but {@link #INTERSECTS} exclude each other, and one of them always
 * holds: containment with contact of boundaries is {@link #COVERS}, without it {@link #CONTAINS};
 * objects whose interiors are apart but which share a point {@link #MEET}, even if one is covered
 * by the other's boundary (a point on the border of a region); equal objects are {@link #EQUALS}
 * and nothing else. {@link Semantics#OGC} has the other reading.
 *
 * <p>As a {@link RectangleTest} a predicate takes rectangles for the objects themselves, exactly:
 * the interior of a line is the line without its ends, that of a point the point. For objects that
 * rectangles merely bound, {@link #candidates()} is the filter, and {@link GeometryQuery} refines.
 *
 * <p>The order is that of FESTIval's codes, which start at 1.
 */
public enum Predicate implements RectangleTest {
  /** Query and object share a point. */
  INTERSECTS,
  /** Interiors share a point, and neither covers the other. */
  OVERLAP,
  /** Query and object share no point. */
  DISJOINT,
  /** Query and object share a point, their interiors share none. */
  MEET,
  /** The query lies in the object's interior. */
  INSIDE,
  /** The query lies in the object and touches its boundary, interiors meet, and they differ. */
  COVEREDBY,
  /** The object lies in the query's interior. */
  CONTAINS,
  /** The object lies in the query and touches its boundary, interiors meet, and they differ. */
  COVERS,
  /** Query and object are the same set of points. */
  EQUALS;

  /** Returns the code that FESTIval gives the predicate: 1 to 9. */
  public int code() {
    return ordinal() + 1;
  }

  /**
   * Returns the filter for objects and queries that their rectangles merely bound: it lets every
   * object pass for which the predicate may hold, under either semantics.
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
    switch (this) {
      case DISJOINT:
        return !Rectangles.covers(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY);
      case INSIDE:
      case COVEREDBY:
      case EQUALS:
        return Rectangles.covers(eMinX, eMinY, eMaxX, eMaxY, qMinX, qMinY, qMaxX, qMaxY);
      default:
        return Rectangles.intersects(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY);
    }
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
    switch (this) {
      case INTERSECTS:
        return Rectangles.intersects(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
      case DISJOINT:
        return !Rectangles.intersects(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
      case OVERLAP:
        return Rectangles.interiorsMeet(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY)
            && !Rectangles.covers(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY)
            && !Rectangles.covers(oMinX, oMinY, oMaxX, oMaxY, qMinX, qMinY, qMaxX, qMaxY);
      case MEET:
        return Rectangles.intersects(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY)
            && !Rectangles.interiorsMeet(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
      case INSIDE:
        return holdsInside(oMinX, oMinY, oMaxX, oMaxY, qMinX, qMinY, qMaxX, qMaxY);
      case COVEREDBY:
        return coversWithContact(oMinX, oMinY, oMaxX, oMaxY, qMinX, qMinY, qMaxX, qMaxY);
      case CONTAINS:
        return holdsInside(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
      case COVERS:
        return coversWithContact(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
      default:
        return Rectangles.equal(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
    }
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

  /** Returns whether all that lies in b lies in the interior of a, which has an extent. */
  static boolean holdsWithin(double aMinX, double aMinY, double aMaxX, double aMaxY, double[] b) {
    return aMinX < b[0] && aMinY < b[1] && aMaxX > b[2] && aMaxY > b[3];
  }

  /** Returns whether b lies in the interior of a and is not a itself, as it would be for points. */
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
   * Returns the predicate of a name such as {@code intersects} or {@code coveredBy}, in any case.
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
