package org.flashgrove.geoparquet.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.impl.CoordinateArraySequenceFactory;

/**
 * Builds geometries from the encodings of GeoArrow. A point is a struct with the fields {@code x},
 * {@code y}, and optionally {@code z} and {@code m}. Other geometries are lists, or nested lists,
 * of such structs. Safe for use by several threads.
 */
public final class ArrowGeometry {
  private static final GeometryFactory FACTORY = new GeometryFactory();
  private static final int LEAST_RING = 4;

  private ArrowGeometry() {}

  /**
   * Builds a geometry.
   *
   * @param encoding name of the encoding, such as {@code multipolygon}
   * @param value value from {@link RowReader#value}
   * @throws IllegalArgumentException if {@code value} does not have the form of this encoding
   */
  public static Geometry of(String encoding, Object value) {
    return switch (encoding) {
      case "point" -> point(value);
      case "linestring" -> FACTORY.createLineString(vertices(value));
      case "polygon" -> polygon(value);
      case "multipoint" ->
          FACTORY.createMultiPoint(all(value, ArrowGeometry::point).toArray(Point[]::new));
      case "multilinestring" ->
          FACTORY.createMultiLineString(
              all(value, part -> FACTORY.createLineString(vertices(part)))
                  .toArray(LineString[]::new));
      case "multipolygon" ->
          FACTORY.createMultiPolygon(all(value, ArrowGeometry::polygon).toArray(Polygon[]::new));
      default -> throw new IllegalArgumentException("encoding " + encoding);
    };
  }

  private static <T> List<T> all(Object value, Function<Object, T> part) {
    if (!(value instanceof List<?> parts)) {
      throw new IllegalArgumentException("a value that is no list");
    }
    List<T> made = new ArrayList<>();
    parts.forEach(each -> made.add(part.apply(each)));
    return made;
  }

  private static Point point(Object value) {
    boolean isEmpty = Double.isNaN(ordinate(value, "x")) && Double.isNaN(ordinate(value, "y"));
    return isEmpty ? FACTORY.createPoint() : FACTORY.createPoint(vertices(List.of(value)));
  }

  private static Polygon polygon(Object value) {
    List<LinearRing> rings =
        all(
            value,
            ring -> {
              CoordinateSequence vertices = vertices(ring);
              if (vertices.size() > 0 && vertices.size() < LEAST_RING) {
                throw new IllegalArgumentException("a ring of " + vertices.size() + " points");
              }
              return FACTORY.createLinearRing(vertices);
            });
    return rings.isEmpty()
        ? FACTORY.createPolygon()
        : FACTORY.createPolygon(
            rings.get(0), rings.subList(1, rings.size()).toArray(LinearRing[]::new));
  }

  private static CoordinateSequence vertices(Object value) {
    if (!(value instanceof List<?> points)) {
      throw new IllegalArgumentException("a value that is no list");
    }
    boolean hasZ = points.stream().anyMatch(point -> has(point, "z"));
    boolean hasM = points.stream().anyMatch(point -> has(point, "m"));
    int measures = hasM ? 1 : 0;
    int dimension = 2 + (hasZ ? 1 : 0) + measures;
    CoordinateSequence made =
        CoordinateArraySequenceFactory.instance().create(points.size(), dimension, measures);
    for (int i = 0; i < points.size(); i++) {
      made.setOrdinate(i, Coordinate.X, ordinate(points.get(i), "x"));
      made.setOrdinate(i, Coordinate.Y, ordinate(points.get(i), "y"));
      if (hasZ) {
        made.setOrdinate(i, 2, ordinate(points.get(i), "z"));
      }
      if (hasM) {
        made.setOrdinate(i, dimension - 1, ordinate(points.get(i), "m"));
      }
    }
    return made;
  }

  private static boolean has(Object point, String name) {
    return point instanceof Map<?, ?> ordinates && ordinates.get(name) != null;
  }

  private static double ordinate(Object point, String name) {
    if (!(point instanceof Map<?, ?> ordinates)) {
      throw new IllegalArgumentException("a vertex that is no struct");
    }
    return ordinates.get(name) instanceof Double number ? number : Double.NaN;
  }
}
