package org.flashgrove.core.geometry;

/**
 * The five predicates that the OGC's simple features, and JTS, define differently from {@link
 * Predicate}. They are exact for rectangles that are the objects themselves.
 */
enum OgcPredicate implements RectangleTest {
  /** Interiors share points of the same dimension as both objects; neither covers the other. */
  OVERLAPS,
  /** The query lies in the object, and their interiors meet. */
  WITHIN,
  /** The query lies in the object. */
  COVEREDBY,
  /** The object lies in the query, and their interiors meet. */
  CONTAINS,
  /** The object lies in the query. */
  COVERS;

  static RectangleTest of(Predicate predicate) {
    return switch (predicate) {
      case OVERLAP -> OVERLAPS;
      case INSIDE -> WITHIN;
      case COVEREDBY -> COVEREDBY;
      case CONTAINS -> CONTAINS;
      case COVERS -> COVERS;
      default -> predicate;
    };
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
    return this == WITHIN || this == COVEREDBY
        ? Rectangles.covers(eMinX, eMinY, eMaxX, eMaxY, qMinX, qMinY, qMaxX, qMaxY)
        : Rectangles.intersects(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY);
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
      // Interiors that meet do so in the objects' own dimension if both extend on the same axes.
      case OVERLAPS ->
          (qMinX < qMaxX) == (oMinX < oMaxX)
              && (qMinY < qMaxY) == (oMinY < oMaxY)
              && Predicate.OVERLAP.matches(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
      case WITHIN ->
          Rectangles.covers(oMinX, oMinY, oMaxX, oMaxY, qMinX, qMinY, qMaxX, qMaxY)
              && Rectangles.interiorsMeet(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
      case COVEREDBY -> Rectangles.covers(oMinX, oMinY, oMaxX, oMaxY, qMinX, qMinY, qMaxX, qMaxY);
      case CONTAINS ->
          Rectangles.covers(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY)
              && Rectangles.interiorsMeet(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
      default -> Rectangles.covers(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
    };
  }

  @Override
  public boolean findWindow(
      double qMinX, double qMinY, double qMaxX, double qMaxY, double[] window) {
    Rectangles.copy(qMinX, qMinY, qMaxX, qMaxY, window);
    return true;
  }

  @Override
  public boolean matchesAll(
      double qMinX, double qMinY, double qMaxX, double qMaxY, double[] outer, double[] inner) {
    return (this == CONTAINS || this == COVERS)
        && Predicate.holdsWithin(qMinX, qMinY, qMaxX, qMaxY, outer);
  }
}
