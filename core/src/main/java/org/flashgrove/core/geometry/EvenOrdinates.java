package org.flashgrove.core.geometry;

import org.jspecify.annotations.NullUnmarked;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.MultiLineString;
import org.locationtech.jts.geom.MultiPoint;
import org.locationtech.jts.geom.MultiPolygon;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.impl.CoordinateArraySequenceFactory;

/**
 * Copies geometries so that either all their parts have Z or none has, and likewise for M. A
 * missing value becomes NaN. JTS's WKB writer needs this: it always writes the third ordinate of a
 * sequence as Z, although in a sequence without Z the third ordinate is M.
 */
@NullUnmarked
public final class EvenOrdinates {
  private final GeometryFactory factory;
  private final boolean hasZ;
  private final boolean hasM;

  /**
   * Creates a copier.
   *
   * @param factory creates the copies
   * @param hasZ whether all parts of a copy have Z
   * @param hasM whether all parts of a copy have M
   */
  public EvenOrdinates(GeometryFactory factory, boolean hasZ, boolean hasM) {
    this.factory = factory;
    this.hasZ = hasZ;
    this.hasM = hasM;
  }

  /** Returns a copy whose coordinate sequences all have the same ordinates, with the same SRID. */
  public Geometry copy(Geometry geometry) {
    Geometry even = even(geometry);
    even.setSRID(geometry.getSRID());
    return even;
  }

  private Geometry even(Geometry geometry) {
    if (geometry instanceof Point point) {
      return factory.createPoint(even(point.getCoordinateSequence()));
    }
    if (geometry instanceof LinearRing ring) {
      return factory.createLinearRing(even(ring.getCoordinateSequence()));
    }
    if (geometry instanceof LineString line) {
      return factory.createLineString(even(line.getCoordinateSequence()));
    }
    if (geometry instanceof Polygon polygon) {
      LinearRing[] holes = new LinearRing[polygon.getNumInteriorRing()];
      for (int i = 0; i < holes.length; i++) {
        holes[i] = (LinearRing) even(polygon.getInteriorRingN(i));
      }
      return factory.createPolygon((LinearRing) even(polygon.getExteriorRing()), holes);
    }
    return evenParts((GeometryCollection) geometry);
  }

  private Geometry evenParts(GeometryCollection geometry) {
    if (geometry instanceof MultiPoint) {
      return factory.createMultiPoint(parts(geometry, new Point[geometry.getNumGeometries()]));
    }
    if (geometry instanceof MultiLineString) {
      return factory.createMultiLineString(
          parts(geometry, new LineString[geometry.getNumGeometries()]));
    }
    if (geometry instanceof MultiPolygon) {
      return factory.createMultiPolygon(parts(geometry, new Polygon[geometry.getNumGeometries()]));
    }
    return factory.createGeometryCollection(
        parts(geometry, new Geometry[geometry.getNumGeometries()]));
  }

  private <G extends Geometry> G[] parts(GeometryCollection geometry, G[] room) {
    for (int i = 0; i < room.length; i++) {
      @SuppressWarnings("unchecked")
      G part = (G) even(geometry.getGeometryN(i)); // a copy has the same type as the part
      room[i] = part;
    }
    return room;
  }

  private CoordinateSequence even(CoordinateSequence vertices) {
    int measures = hasM ? 1 : 0;
    CoordinateSequence even =
        CoordinateArraySequenceFactory.instance()
            .create(vertices.size(), 2 + (hasZ ? 1 : 0) + measures, measures);
    for (int i = 0; i < vertices.size(); i++) {
      even.setOrdinate(i, CoordinateSequence.X, vertices.getX(i));
      even.setOrdinate(i, CoordinateSequence.Y, vertices.getY(i));
      if (hasZ) {
        even.setOrdinate(i, CoordinateSequence.Z, vertices.getZ(i));
      }
      if (hasM) {
        even.setOrdinate(i, hasZ ? CoordinateSequence.M : CoordinateSequence.Z, vertices.getM(i));
      }
    }
    return even;
  }
}
