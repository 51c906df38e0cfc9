package org.flashgrove.datasets.flatgeobuf;

import com.google.flatbuffers.FlatBufferBuilder;
import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.MultiLineString;
import org.locationtech.jts.geom.MultiPoint;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.wololo.flatgeobuf.generated.Geometry;
import org.wololo.flatgeobuf.generated.GeometryType;

/**
 * Writes geometries as FlatGeobuf tables. All geometries of a file have the ordinates that its
 * header declares, with NaN for a missing z or m.
 *
 * <p>This class replaces the writer of the FlatGeobuf library. The library's writer takes the
 * ordinates from each geometry, and does not support collections.
 */
record ShapeWriter(boolean hasZ, boolean hasM) {

  /** Returns the FlatGeobuf type of a geometry. */
  static byte typeOf(org.locationtech.jts.geom.Geometry geometry) {
    return typeOf(geometry.getGeometryType());
  }

  /** Returns the FlatGeobuf type for a JTS type name. Null stands for mixed types. */
  static byte typeOf(String name) {
    return (byte)
        switch (name == null ? "" : name) {
          case org.locationtech.jts.geom.Geometry.TYPENAME_POINT -> GeometryType.Point;
          case org.locationtech.jts.geom.Geometry.TYPENAME_LINESTRING,
              org.locationtech.jts.geom.Geometry.TYPENAME_LINEARRING ->
              GeometryType.LineString;
          case org.locationtech.jts.geom.Geometry.TYPENAME_POLYGON -> GeometryType.Polygon;
          case org.locationtech.jts.geom.Geometry.TYPENAME_MULTIPOINT -> GeometryType.MultiPoint;
          case org.locationtech.jts.geom.Geometry.TYPENAME_MULTILINESTRING ->
              GeometryType.MultiLineString;
          case org.locationtech.jts.geom.Geometry.TYPENAME_MULTIPOLYGON ->
              GeometryType.MultiPolygon;
          case org.locationtech.jts.geom.Geometry.TYPENAME_GEOMETRYCOLLECTION ->
              GeometryType.GeometryCollection;
          default -> GeometryType.Unknown;
        };
  }

  /** Writes a geometry. Returns its offset in the builder. */
  int write(FlatBufferBuilder builder, org.locationtech.jts.geom.Geometry geometry) {
    byte type = typeOf(geometry);
    if (type == GeometryType.MultiPolygon || type == GeometryType.GeometryCollection) {
      int[] parts = new int[geometry.getNumGeometries()];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = write(builder, geometry.getGeometryN(i));
      }
      int vector = Geometry.createPartsVector(builder, parts);
      return Geometry.createGeometry(builder, 0, 0, 0, 0, 0, 0, type, vector);
    }
    List<CoordinateSequence> lines = new ArrayList<>();
    addLines(geometry, lines);
    boolean hasEnds = lines.size() > 1 && !(geometry instanceof MultiPoint);
    int ends = hasEnds ? Geometry.createEndsVector(builder, endsOf(lines)) : 0;
    int xy = Geometry.createXyVector(builder, places(lines));
    int z = hasZ ? Geometry.createZVector(builder, ordinates(lines, true)) : 0;
    int m = hasM ? Geometry.createMVector(builder, ordinates(lines, false)) : 0;
    return Geometry.createGeometry(builder, ends, xy, z, m, 0, 0, type, 0);
  }

  private static void addLines(
      org.locationtech.jts.geom.Geometry geometry, List<CoordinateSequence> lines) {
    if (geometry instanceof Point point) {
      lines.add(point.getCoordinateSequence());
    } else if (geometry instanceof LineString line) {
      lines.add(line.getCoordinateSequence());
    } else if (geometry instanceof Polygon polygon) {
      addLines(polygon.getExteriorRing(), lines);
      for (int i = 0; i < polygon.getNumInteriorRing(); i++) {
        addLines(polygon.getInteriorRingN(i), lines);
      }
    } else if (geometry instanceof MultiPoint || geometry instanceof MultiLineString) {
      GeometryCollection parts = (GeometryCollection) geometry;
      for (int i = 0; i < parts.getNumGeometries(); i++) {
        addLines(parts.getGeometryN(i), lines);
      }
    } else {
      throw new IllegalArgumentException(
          geometry.getGeometryType()
              + ": not supported by flatgeobuf; use types of simple features");
    }
  }

  private static long[] endsOf(List<CoordinateSequence> lines) {
    long[] ends = new long[lines.size()];
    long end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += lines.get(i).size();
      ends[i] = end;
    }
    return ends;
  }

  private static int vertices(List<CoordinateSequence> lines) {
    return lines.stream().mapToInt(CoordinateSequence::size).sum();
  }

  private static double[] places(List<CoordinateSequence> lines) {
    double[] places = new double[2 * vertices(lines)];
    int at = 0;
    for (CoordinateSequence line : lines) {
      for (int i = 0; i < line.size(); i++) {
        places[at++] = line.getX(i);
        places[at++] = line.getY(i);
      }
    }
    return places;
  }

  private static double[] ordinates(List<CoordinateSequence> lines, boolean areHeights) {
    double[] values = new double[vertices(lines)];
    int at = 0;
    for (CoordinateSequence line : lines) {
      for (int i = 0; i < line.size(); i++) {
        values[at++] = areHeights ? line.getZ(i) : line.getM(i);
      }
    }
    return values;
  }
}
