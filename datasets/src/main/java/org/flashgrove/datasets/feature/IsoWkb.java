package org.flashgrove.datasets.feature;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.WKBWriter;

/**
 * Writes WKB of ISO 13249-3, which marks z and m by adding 1000 and 2000 to the type code. The JTS
 * writer uses flag bits for z and m, so this class calls it only for geometries without z and m.
 * Not safe for use by several threads.
 */
public final class IsoWkb {
  private static final int WITH_Z = 1000;
  private static final int WITH_M = 2000;
  private static final int HEAD_BYTES = 5;
  private static final byte LITTLE_ENDIAN = 1;
  private static final int POINT = 1;
  private static final int LINE = 2;
  private static final int POLYGON = 3;
  private static final int MULTI_POINT = 4;
  private static final int MULTI_LINE = 5;
  private static final int MULTI_POLYGON = 6;
  private static final int COLLECTION = 7;

  private final WKBWriter plain = new WKBWriter(2, ByteOrderValues.LITTLE_ENDIAN);
  private Ordinates ordinates;
  private ByteBuffer out;

  /** Creates a writer. */
  public IsoWkb() {}

  /**
   * Returns the WKB of a geometry. The WKB has z if any vertex has z, and m if any vertex has m.
   */
  public byte[] write(Geometry geometry) {
    ordinates = Ordinates.of(geometry);
    if (!ordinates.hasZ() && !ordinates.hasM()) {
      return plain.write(geometry);
    }
    out = ByteBuffer.allocate(sizeOf(geometry)).order(ByteOrder.LITTLE_ENDIAN);
    put(geometry);
    return out.array();
  }

  private int vertexBytes() {
    return Double.BYTES * (2 + (ordinates.hasZ() ? 1 : 0) + (ordinates.hasM() ? 1 : 0));
  }

  private int sizeOf(Geometry geometry) {
    if (geometry instanceof Point) {
      return HEAD_BYTES + vertexBytes();
    }
    int size = HEAD_BYTES + Integer.BYTES;
    if (geometry instanceof GeometryCollection) {
      for (int i = 0; i < geometry.getNumGeometries(); i++) {
        size = Math.addExact(size, sizeOf(geometry.getGeometryN(i)));
      }
      return size;
    }
    int rings = geometry instanceof Polygon polygon ? ringsOf(polygon) : 0;
    int vertices = Math.multiplyExact(vertexBytes(), geometry.getNumPoints());
    return Math.addExact(size + Integer.BYTES * rings, vertices);
  }

  private static int ringsOf(Polygon polygon) {
    return polygon.isEmpty() ? 0 : 1 + polygon.getNumInteriorRing();
  }

  private void put(Geometry geometry) {
    int form = (ordinates.hasZ() ? WITH_Z : 0) + (ordinates.hasM() ? WITH_M : 0);
    out.put(LITTLE_ENDIAN).putInt(typeOf(geometry) + form);
    if (geometry instanceof Point point) {
      if (point.isEmpty()) {
        for (int i = 0; i < vertexBytes() / Double.BYTES; i++) {
          out.putDouble(Double.NaN);
        }
      } else {
        putVertex(point.getCoordinateSequence(), 0);
      }
    } else if (geometry instanceof LineString line) {
      putLine(line);
    } else if (geometry instanceof Polygon polygon) {
      out.putInt(ringsOf(polygon));
      if (!polygon.isEmpty()) {
        putLine(polygon.getExteriorRing());
        for (int i = 0; i < polygon.getNumInteriorRing(); i++) {
          putLine(polygon.getInteriorRingN(i));
        }
      }
    } else {
      out.putInt(geometry.getNumGeometries());
      for (int i = 0; i < geometry.getNumGeometries(); i++) {
        put(geometry.getGeometryN(i));
      }
    }
  }

  private static int typeOf(Geometry geometry) {
    return switch (geometry.getGeometryType()) {
      case Geometry.TYPENAME_POINT -> POINT;
      case Geometry.TYPENAME_POLYGON -> POLYGON;
      case Geometry.TYPENAME_MULTIPOINT -> MULTI_POINT;
      case Geometry.TYPENAME_MULTILINESTRING -> MULTI_LINE;
      case Geometry.TYPENAME_MULTIPOLYGON -> MULTI_POLYGON;
      case Geometry.TYPENAME_GEOMETRYCOLLECTION -> COLLECTION;
      default -> LINE;
    };
  }

  private void putLine(LineString line) {
    CoordinateSequence vertices = line.getCoordinateSequence();
    out.putInt(vertices.size());
    for (int i = 0; i < vertices.size(); i++) {
      putVertex(vertices, i);
    }
  }

  private void putVertex(CoordinateSequence vertices, int i) {
    out.putDouble(vertices.getX(i)).putDouble(vertices.getY(i));
    if (ordinates.hasZ()) {
      out.putDouble(vertices.getZ(i));
    }
    if (ordinates.hasM()) {
      out.putDouble(vertices.getM(i));
    }
  }
}
