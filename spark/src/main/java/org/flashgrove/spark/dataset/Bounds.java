package org.flashgrove.spark.dataset;

import java.io.Serializable;
import org.flashgrove.core.geometry.Rectangles;
import org.locationtech.jts.geom.Envelope;

/** Axis-parallel rectangle, in the units of the geometries' coordinates. */
public record Bounds(double minX, double minY, double maxX, double maxY) implements Serializable {
  /** Returns the bounds of an envelope, or null for an empty one. */
  public static Bounds of(Envelope envelope) {
    return envelope.isNull()
        ? null
        : new Bounds(
            envelope.getMinX(), envelope.getMinY(), envelope.getMaxX(), envelope.getMaxY());
  }

  /**
   * Returns a lower bound for the distance between this rectangle and {@code box}, which must not
   * be empty. Rounding cannot make it too large.
   */
  public double least(Envelope box) {
    return Math.nextDown(
        Rectangles.distance(
            box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY(), minX, minY, maxX, maxY));
  }

  /** Returns these bounds as a new envelope. */
  public Envelope envelope() {
    return new Envelope(minX, maxX, minY, maxY);
  }
}
