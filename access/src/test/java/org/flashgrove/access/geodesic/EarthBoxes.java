package org.flashgrove.access.geodesic;

import java.util.Random;

/**
 * Random points and boxes on the earth. They include clusters, both poles, and both sides of the
 * meridian 180.
 */
public final class EarthBoxes {
  private static final double[] EDGES_X = {-180, -179.999999, -90, 0, 90, 179.999999, 180};
  private static final double[] EDGES_Y = {-90, -89.999999, 0, 89.999999, 90};

  private final Random random;

  /** Creates a source. */
  public EarthBoxes(Random random) {
    this.random = random;
  }

  /** Returns a longitude. One in five is on or near a border, such as 180. */
  public double x() {
    return mixed(180, EDGES_X);
  }

  /** Returns a latitude. One in five is on or near a border, such as 90. */
  public double y() {
    return mixed(90, EDGES_Y);
  }

  private double mixed(double most, double[] edges) {
    double edge = edges[random.nextInt(edges.length)];
    switch (random.nextInt(10)) {
      case 0:
        return edge;
      case 1:
        double near = edge + (random.nextDouble() - 0.5) * Math.pow(10, -random.nextInt(8));
        return Math.max(-most, Math.min(most, near));
      default:
        return (2 * random.nextDouble() - 1) * most;
    }
  }

  /** Returns a point as a box. */
  public double[] point() {
    double x = x();
    double y = y();
    return new double[] {x, y, x, y};
  }

  /** Returns a box: minX, minY, maxX, maxY. Its sides are from a millimetre to half the earth. */
  public double[] box() {
    double width = 180 * Math.pow(10, -10 * random.nextDouble());
    double height = 90 * Math.pow(10, -10 * random.nextDouble());
    double x = x();
    double y = y();
    return new double[] {x, y, Math.min(180, x + width), Math.min(90, y + height)};
  }

  /** Returns a box or a point within a box. */
  public double[] within(double[] box) {
    double[] inner = new double[4];
    boolean isPoint = random.nextBoolean();
    for (int axis = 0; axis < 2; axis++) {
      double a = box[axis] + random.nextDouble() * (box[axis + 2] - box[axis]);
      double b = box[axis] + random.nextDouble() * (box[axis + 2] - box[axis]);
      inner[axis] = Math.max(box[axis], Math.min(a, b));
      inner[axis + 2] = isPoint ? inner[axis] : Math.min(box[axis + 2], Math.max(a, b));
    }
    return inner;
  }
}
