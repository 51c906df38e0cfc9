package org.flashgrove.indexes.tree;

import java.util.Random;

/** Kinds of rectangles that trees are tested with. */
public enum Shape {
  /** Points, three quarters of them around the origin. */
  POINTS,
  /** Rectangles of different forms, some of them points or lines. */
  RECTANGLES,
  /** Bounding rectangles of real polygons, some of them again and again. */
  POLYGON_BOXES,
  /** One point, over and over. */
  IDENTICAL,
  /** Points on a line. */
  COLLINEAR;

  /** Returns a rectangle minX, minY, maxX, maxY in {@link #domain()}. */
  public double[] next(Random random) {
    if (this == POLYGON_BOXES) {
      return RealBoxes.get().get(random.nextInt(RealBoxes.get().size()));
    }
    double x = random.nextInt(4) == 0 ? random.nextDouble() : random.nextGaussian() * 0.1;
    double y = random.nextInt(4) == 0 ? random.nextDouble() : random.nextGaussian() * 0.1;
    switch (this) {
      case POINTS:
        return new double[] {x, y, x, y};
      case RECTANGLES:
        return new double[] {
          x, y, x + random.nextInt(3) * 0.01, y + random.nextDouble() * random.nextDouble() * 0.1
        };
      case IDENTICAL:
        return new double[] {0.5, -0.5, 0.5, -0.5};
      default:
        return new double[] {x, 0.0, x, 0.0};
    }
  }

  /** Returns a window for queries: from a thousandth of the data's extent on. */
  public double[] window(Random random) {
    double[] corner = next(random);
    double scale = this == POLYGON_BOXES ? 0.02 : 1;
    double reach = scale * (random.nextBoolean() ? 0.02 : 1);
    return new double[] {
      corner[0],
      corner[1],
      corner[0] + reach * random.nextDouble(),
      corner[1] + reach * random.nextDouble()
    };
  }

  /** Returns whether all are points. */
  public boolean pointsOnly() {
    return this == POINTS || this == IDENTICAL || this == COLLINEAR;
  }

  /** Returns what all rectangles lie in, as specs write a domain: minx/miny/maxx/maxy. */
  public String domain() {
    return this == POLYGON_BOXES ? "-47.4/-23.4/-47.2/-23.2" : "-2/-2/2/2";
  }
}
