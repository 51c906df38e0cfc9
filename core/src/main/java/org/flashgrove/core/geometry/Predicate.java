package org.flashgrove.core.geometry;

import java.util.Locale;

/**
 * Filter tests of the topological predicates {@code P(query, object)} on rectangles.
 *
 * <p>Each predicate has a test for internal entries, which must let every subtree pass that may
 * hold an answer, and a test for leaf entries. For point and rectangle objects the leaf test of
 * {@link #INTERSECTS}, {@link #CONTAINS} and {@link #COVERS} is the answer; for other objects, and
 * for {@link #INSIDE} and {@link #COVEREDBY}, it yields candidates that still need refinement.
 *
 * <p>Meaning after Schneider and Behr's 9-intersection model as the thesis (section 3.1.2) uses it:
 * <em>contains</em> and <em>inside</em> exclude contact of boundaries, <em>covers</em> and
 * <em>covered by</em> allow it.
 */
public enum Predicate {
  /** Query and object share a point. */
  INTERSECTS,
  /** The object lies in the interior of the query rectangle. */
  CONTAINS,
  /** The object lies in the closed query rectangle. */
  COVERS,
  /** The query lies inside the object: the object's rectangle covers the query rectangle. */
  INSIDE,
  /** The query is covered by the object: the object's rectangle covers the query rectangle. */
  COVEREDBY,
  /** The object's rectangle equals the query rectangle. */
  EQUALS;

  /** Whether the subtree below an entry e may hold an answer for query q. */
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
      case INSIDE:
      case COVEREDBY:
      case EQUALS:
        return Rectangles.covers(eMinX, eMinY, eMaxX, eMaxY, qMinX, qMinY, qMaxX, qMaxY);
      default:
        return Rectangles.intersects(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY);
    }
  }

  /** Whether the rectangle e of an object is an answer, or a candidate, for query q. */
  public boolean matches(
      double qMinX,
      double qMinY,
      double qMaxX,
      double qMaxY,
      double eMinX,
      double eMinY,
      double eMaxX,
      double eMaxY) {
    switch (this) {
      case CONTAINS:
        return Rectangles.containsStrictly(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY);
      case COVERS:
        return Rectangles.covers(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY);
      case INSIDE:
      case COVEREDBY:
        return Rectangles.covers(eMinX, eMinY, eMaxX, eMaxY, qMinX, qMinY, qMaxX, qMaxY);
      case EQUALS:
        return qMinX == eMinX && qMinY == eMinY && qMaxX == eMaxX && qMaxY == eMaxY;
      default:
        return Rectangles.intersects(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY);
    }
  }

  /**
   * The predicate of a name such as {@code intersects} or {@code coveredBy}, in any case.
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
