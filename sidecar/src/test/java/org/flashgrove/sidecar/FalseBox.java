package org.flashgrove.sidecar;

import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.util.AffineTransformation;

/** Box that a file states for a geometry in its covering. */
enum FalseBox {
  /** Larger than the geometry. */
  WIDER,
  /** The centre of the geometry. */
  NARROWER,
  /** Beside the geometry. */
  ELSEWHERE,
  /** A box of an empty geometry. */
  OF_NOTHING;

  private static final double DISTANCE = 30;

  /** Returns the geometry that readers find in the file; null for none. */
  Geometry truth(Geometry shape) {
    return this == OF_NOTHING ? null : shape;
  }

  /** Returns a geometry to write, whose bounds are not those of its coordinates. */
  Geometry written(Geometry shape) {
    Envelope box = shape.getEnvelopeInternal();
    if (this == OF_NOTHING) {
      return new EmptyPoint(box, shape.getFactory());
    }
    Coordinate centre = box.centre();
    AffineTransformation change =
        switch (this) {
          case WIDER -> AffineTransformation.scaleInstance(9, 9, centre.x, centre.y);
          case NARROWER -> AffineTransformation.scaleInstance(0, 0, centre.x, centre.y);
          default -> AffineTransformation.translationInstance(DISTANCE, 0);
        };
    Geometry made = change.transform(shape);
    made.getEnvelopeInternal(); // keeps the bounds, which a change of coordinates does not update
    Coordinate[] coordinates = made.getCoordinates();
    for (int i = 0; i < coordinates.length; i++) {
      coordinates[i].setCoordinate(shape.getCoordinates()[i]);
    }
    return made;
  }

  private static final class EmptyPoint extends Point {
    private static final long serialVersionUID = 1L;

    EmptyPoint(Envelope box, GeometryFactory factory) {
      super(null, factory);
      envelope = box;
    }
  }
}
