package org.flashgrove.spark.dataset;

import java.io.Serializable;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.Rectangles;
import org.locationtech.jts.geom.Envelope;

/** Axis-parallel rectangle, in the units of the geometries' coordinates. */
public record Bounds(double minX, double minY, double maxX, double maxY) implements Serializable {
  /**
   * Limit for the absolute values of the coordinates of a Hilbert curve's domain. With this limit,
   * the width and height of the domain cannot overflow.
   */
  private static final double FAR = Double.MAX_VALUE / 4;

  /** Returns the bounds of an envelope, or null if the envelope is empty. */
  public static Bounds of(Envelope envelope) {
    return envelope.isNull()
        ? null
        : new Bounds(
            envelope.getMinX(), envelope.getMinY(), envelope.getMaxX(), envelope.getMaxY());
  }

  /**
   * Returns the bounds of an envelope, or the point (0, 0) for an empty envelope. The result can be
   * the domain of a Hilbert curve.
   */
  public static Bounds ofDomain(Envelope envelope) {
    return envelope.isNull() ? new Bounds(0, 0, 0, 0) : of(envelope);
  }

  /**
   * Returns a lower bound for the distance between this rectangle and {@code box}. Rounding errors
   * cannot make the lower bound greater than the distance.
   *
   * @param box a rectangle, not empty
   */
  public double least(Envelope box) {
    return Math.nextDown(
        Rectangles.distance(
            box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY(), minX, minY, maxX, maxY));
  }

  /** Returns the Hilbert curve over these bounds. */
  public HilbertCurve curve() {
    return new HilbertCurve(near(minX), near(minY), near(maxX), near(maxY));
  }

  private static double near(double coordinate) {
    return Math.max(-FAR, Math.min(FAR, coordinate));
  }

  /** Returns these bounds as a new envelope. */
  public Envelope envelope() {
    return new Envelope(minX, maxX, minY, maxY);
  }
}
