package org.flashgrove.core.geometry;

/**
 * Filters for objects of which only the bounds are known. They accept every object that may match.
 */
enum CandidateTest implements RectangleTest {
  /**
   * Accepts all bounds. It filters for objects that share no point with the query, which may lie
   * anywhere.
   */
  ANYWHERE,
  /** The object's bounds cover the query's: the query may lie within the object. */
  AROUND,
  /** The query's bounds cover the object's: the object may lie within the query. */
  WITHIN;

  static RectangleTest of(Predicate predicate) {
    return switch (predicate) {
      case DISJOINT -> ANYWHERE;
      case INSIDE, COVEREDBY -> AROUND;
      case CONTAINS, COVERS -> WITHIN;
      case EQUALS -> Predicate.EQUALS; // the same set of points has the same bounds
      default -> Predicate.INTERSECTS;
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
    return this == WITHIN
        ? Rectangles.intersects(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY)
        : matches(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY);
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
      case ANYWHERE -> true;
      case AROUND -> Rectangles.covers(oMinX, oMinY, oMaxX, oMaxY, qMinX, qMinY, qMaxX, qMaxY);
      default -> Rectangles.covers(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY);
    };
  }

  @Override
  public boolean findWindow(
      double qMinX, double qMinY, double qMaxX, double qMaxY, double[] window) {
    Rectangles.copy(qMinX, qMinY, qMaxX, qMaxY, window);
    return this != ANYWHERE;
  }

  @Override
  public boolean matchesAll(
      double qMinX, double qMinY, double qMaxX, double qMaxY, double[] outer, double[] inner) {
    return this == ANYWHERE
        || this == WITHIN
            && Rectangles.covers(
                qMinX, qMinY, qMaxX, qMaxY, outer[0], outer[1], outer[2], outer[3]);
  }
}
