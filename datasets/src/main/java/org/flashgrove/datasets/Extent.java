package org.flashgrove.datasets;

/**
 * Closed axis-parallel rectangle around data, in the unit of the data's coordinates.
 *
 * @param minX left side, finite
 * @param minY lower side, finite
 * @param maxX right side, finite, at least {@code minX}
 * @param maxY upper side, finite, at least {@code minY}
 */
public record Extent(double minX, double minY, double maxX, double maxY) {
  /** The unit square, the default of the generators. */
  public static final Extent UNIT = new Extent(0, 0, 1, 1);

  /**
   * Checks the sides.
   *
   * @throws IllegalArgumentException if a side is not finite, the sides are inverted, or width or
   *     height exceed the range of a double
   */
  public Extent {
    if (!Double.isFinite(maxX - minX) || !Double.isFinite(maxY - minY)) {
      throw new IllegalArgumentException(
          "extent "
              + text(minX, minY, maxX, maxY)
              + " is not finite; allowed: finite sides with a finite distance");
    }
    if (minX > maxX || minY > maxY) {
      throw new IllegalArgumentException(
          "extent "
              + text(minX, minY, maxX, maxY)
              + " is inverted; allowed: minx <= maxx and miny <= maxy");
    }
  }

  /**
   * Parses {@code minx,miny,maxx,maxy}.
   *
   * @throws IllegalArgumentException if the text is not in this form; the message names the problem
   */
  public static Extent parse(String text) {
    String[] sides = text.split(",", -1);
    if (sides.length != 4) {
      throw new IllegalArgumentException(
          "extent \"" + text + "\" has " + sides.length + " numbers; allowed: minx,miny,maxx,maxy");
    }
    double[] numbers = new double[4];
    for (int i = 0; i < 4; i++) {
      try {
        numbers[i] = Double.parseDouble(sides[i]);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "extent \""
                + text
                + "\": \""
                + sides[i].strip()
                + "\" is not a number; allowed: minx,miny,maxx,maxy",
            e);
      }
    }
    return new Extent(numbers[0], numbers[1], numbers[2], numbers[3]);
  }

  /** Returns the width, at least 0. */
  public double width() {
    return maxX - minX;
  }

  /** Returns the height, at least 0. */
  public double height() {
    return maxY - minY;
  }

  /** Returns the area, at least 0. */
  public double area() {
    return width() * height();
  }

  /** Returns whether a point lies inside this rectangle or on one of its sides. */
  public boolean contains(double x, double y) {
    return x >= minX && x <= maxX && y >= minY && y <= maxY;
  }

  /** Returns {@code minx,miny,maxx,maxy}, which {@link #parse} reads. */
  @Override
  public String toString() {
    return text(minX, minY, maxX, maxY);
  }

  private static String text(double minX, double minY, double maxX, double maxY) {
    return minX + "," + minY + "," + maxX + "," + maxY;
  }
}
