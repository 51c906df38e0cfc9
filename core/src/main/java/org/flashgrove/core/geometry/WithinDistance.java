package org.flashgrove.core.geometry;

/**
 * Test for objects within a Euclidean distance of the query rectangle or point, inclusive; the
 * distance is rounded as {@code Math.sqrt} rounds. An index with another {@link Metric} interprets
 * the distance in that metric.
 */
public final class WithinDistance implements RectangleTest {
  /** Greatest allowed distance. */
  public static final double MAX_DISTANCE = Double.MAX_VALUE;

  private static final int ROUNDING_ULPS = 8;

  private final double distance;
  private final boolean comparesSquares;
  private final double greatestSquare;

  /**
   * Creates a test of a distance.
   *
   * @param distance 0 to {@link #MAX_DISTANCE}, in units of the coordinates
   * @throws IllegalArgumentException if the distance is NaN or out of range
   */
  public WithinDistance(double distance) {
    if (!(distance >= 0 && distance <= MAX_DISTANCE)) {
      throw new IllegalArgumentException(
          "distance " + distance + " (allowed: 0 to " + MAX_DISTANCE + ")");
    }
    this.distance = distance;
    comparesSquares = distance >= PlanarDistance.LEAST_SAFE && distance <= PlanarDistance.MOST_SAFE;
    greatestSquare = comparesSquares ? greatestSquare(distance) : Double.NaN;
  }

  /**
   * Returns the greatest squared distance whose square root, rounded, is at most {@code distance}.
   */
  private static double greatestSquare(double distance) {
    double square = distance * distance;
    while (Math.sqrt(square) > distance) {
      square = Math.nextDown(square);
    }
    while (Math.sqrt(Math.nextUp(square)) <= distance) {
      square = Math.nextUp(square);
    }
    return square;
  }

  /**
   * Returns a filter on bounding rectangles for a query that measures the distances of the objects
   * themselves. The filter allows a slightly greater distance, because the computed distance of an
   * object may be less than the computed distance of its rectangle.
   *
   * @param distance 0 to {@link #MAX_DISTANCE}
   * @throws IllegalArgumentException if the distance is NaN or out of range
   */
  public static WithinDistance candidates(double distance) {
    double wider = new WithinDistance(distance).distance + ROUNDING_ULPS * Math.ulp(distance);
    return new WithinDistance(Math.min(MAX_DISTANCE, wider));
  }

  /** Returns the distance, in units of the coordinates. */
  public double distance() {
    return distance;
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
    return matches(qMinX, qMinY, qMaxX, qMaxY, eMinX, eMinY, eMaxX, eMaxY);
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
    if (comparesSquares) { // a square that overflows is too great, one that vanishes is not
      return Rectangles.squaredDistance(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY)
          <= greatestSquare;
    }
    return Rectangles.distance(qMinX, qMinY, qMaxX, qMaxY, oMinX, oMinY, oMaxX, oMaxY) <= distance;
  }

  @Override
  public boolean findWindow(
      double qMinX, double qMinY, double qMaxX, double qMaxY, double[] window) {
    // Each difference of a match is at most the distance, up to rounding of half an ulp.
    double reach = Math.nextUp(distance);
    window[0] = Math.nextDown(qMinX - reach);
    window[1] = Math.nextDown(qMinY - reach);
    window[2] = Math.nextUp(qMaxX + reach);
    window[3] = Math.nextUp(qMaxY + reach);
    return true;
  }

  @Override
  public boolean matchesAll(
      double qMinX, double qMinY, double qMaxX, double qMaxY, double[] outer, double[] inner) {
    // Rounding keeps order: no rectangle is farther than one with the farthest sides.
    return comparesSquares
        && matches(qMinX, qMinY, qMaxX, qMaxY, inner[0], inner[1], inner[2], inner[3]);
  }

  /** Returns the distance, for messages. */
  @Override
  public String toString() {
    return "within " + distance;
  }
}
