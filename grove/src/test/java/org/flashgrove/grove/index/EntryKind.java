package org.flashgrove.grove.index;

import java.util.Random;

/** Kinds of entries that indices are tested with. */
public enum EntryKind {
  /** Points, three quarters of them around one place. */
  POINTS,
  /** Points with few decimals. */
  DECIMALS,
  /** Points of floats, among doubles now and then. */
  FLOATS,
  /** Rectangles of different forms, some of them points or lines. */
  RECTANGLES,
  /** A few entries, again and again: equal ones in number. */
  FEW,
  /** One point with different ids: one value of the curve for all. */
  IDENTICAL,
  /** Points on a line. */
  COLLINEAR,
  /** Small rectangles, and one in fifty that covers a large part of the domain. */
  OVERSIZED,
  /** -0.0, subnormals, and all magnitudes up to 1e300, most of them out of the domain. */
  EXTREMES;

  /** Returns a rectangle minX, minY, maxX, maxY. */
  public double[] box(Random random) {
    double x = random.nextInt(4) == 0 ? random.nextDouble() : random.nextGaussian() * 0.02 + 0.4;
    double y = random.nextInt(4) == 0 ? random.nextDouble() : random.nextGaussian() * 0.02 + 0.6;
    switch (this) {
      case POINTS:
        return point(x, y);
      case DECIMALS:
        return point(Math.rint(x * 1e4) / 1e4, Math.rint(y * 1e4) / 1e4);
      case FLOATS:
        return random.nextInt(500) == 0 ? point(x, y) : point((float) x, (float) y);
      case RECTANGLES:
        return new double[] {
          x, y, x + random.nextInt(3) * 0.01, y + random.nextDouble() * random.nextDouble() * 0.05
        };
      case FEW:
        return point(random.nextInt(5) * 0.2, random.nextInt(5) * 0.2);
      case IDENTICAL:
        return point(0.5, 0.25);
      case COLLINEAR:
        return point(x, 0.5);
      case OVERSIZED:
        double size = random.nextInt(50) == 0 ? 0.7 * random.nextDouble() : 0.001;
        return new double[] {x, y, x + size * random.nextDouble(), y + size * random.nextDouble()};
      default:
        return extreme(random);
    }
  }

  private static double[] point(double x, double y) {
    return new double[] {x, y, x, y};
  }

  private static double[] extreme(Random random) {
    double x1 = extremeCoordinate(random);
    double y1 = extremeCoordinate(random);
    if (random.nextBoolean()) {
      return point(x1, y1);
    }
    double x2 = extremeCoordinate(random);
    double y2 = extremeCoordinate(random);
    return new double[] {Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)};
  }

  private static double extremeCoordinate(Random random) {
    double sign = random.nextBoolean() ? 1 : -1;
    switch (random.nextInt(6)) {
      case 0:
        return sign * 0.0;
      case 1:
        return sign * Double.MIN_VALUE * random.nextInt(1000);
      case 2:
        return sign * 1e300 * random.nextDouble();
      case 3:
        return sign * Math.pow(10, 600 * random.nextDouble() - 300);
      default:
        return random.nextDouble();
    }
  }

  /** An id: of few for the kind that has few entries. */
  public long id(Random random, long next) {
    return this == FEW ? random.nextInt(3) : next;
  }

  /** A window for queries. */
  public double[] window(Random random) {
    double[] corner = box(random);
    double reach = random.nextBoolean() ? 0.01 : 0.3;
    return new double[] {
      corner[0],
      corner[1],
      corner[2] + reach * random.nextDouble(),
      corner[3] + reach * random.nextDouble()
    };
  }
}
