package org.flashgrove.core.index;

import org.locationtech.jts.geom.Envelope;

/** An entry of an index: an id and a closed rectangle. */
public record Entry(long id, double minX, double minY, double maxX, double maxY) {
  /** Returns the rectangle as a new envelope. */
  public Envelope envelope() {
    return new Envelope(minX, maxX, minY, maxY);
  }
}
