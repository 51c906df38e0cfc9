package org.flashgrove.spark.dataset;

import java.io.Serializable;
import org.flashgrove.core.geometry.Rectangles;
import org.locationtech.jts.geom.Envelope;

/** A rectangle: least and greatest coordinates on both axes, in units of the coordinates. */
public record Bounds(double minX, double minY, double maxX, double maxY) implements Serializable {
  /** Returns the bounds of an envelope; null for an empty one. */
  public static Bounds of(Envelope envelope) {
    return envelope.isNull()
        ? null
        : new Bounds(
            envelope.getMinX(), envelope.getMinY(), envelope.getMaxX(), envelope.getMaxY());
  }

  /** Returns a bound that no distance to a point of a box, which is not empty, is below. */
  public double least(Envelope box) {
    return Math.nextDown(
        Rectangles.distance(
            box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY(), minX, minY, maxX, maxY));
  }

  /** Returns these bounds as an envelope, a new one. */
  public Envelope envelope() {
    return new Envelope(minX, maxX, minY, maxY);
  }
}
