package org.flashgrove.datasets.geojson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.locationtech.jts.geom.CoordinateSequence;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.impl.PackedCoordinateSequenceFactory;

/**
 * Reads the coordinates of a geometry before its type is known. Positions are stored in a flat
 * array with three numbers each. Nested lists represent arrays of positions by ranges in that flat
 * array.
 */
final class CoordinateReader {
  /** Range of consecutive positions, or a single position. */
  private record Span(int from, int to, boolean isPosition) {}

  private final GeometryFactory factory;
  private double[] numbers = new double[3 * 64];
  private int count;
  private boolean heights;
  private Object root;

  CoordinateReader(GeometryFactory factory) {
    this.factory = factory;
  }

  /** Reads an array, which begins at the current token of the parser. */
  void read(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw new BadFeatureException("coordinates are no array", "an array");
    }
    root = readArray(json);
  }

  private Object readArray(JsonParser json) throws IOException {
    JsonToken token = json.nextToken();
    if (token == JsonToken.END_ARRAY) {
      return new Span(count, count, false);
    }
    if (token != JsonToken.START_ARRAY) {
      return position(json, token);
    }
    int from = count;
    List<Object> parts = null;
    boolean hasEmpty = false;
    for (; token != JsonToken.END_ARRAY; token = json.nextToken()) {
      if (token != JsonToken.START_ARRAY) {
        throw new BadFeatureException(
            "coordinates mix numbers and arrays", "positions of the same depth");
      }
      Object part = readArray(json);
      boolean isEmpty = isEmpty(part); // an empty part fits any depth
      hasEmpty |= isEmpty;
      if (isEmpty || part instanceof Span span && span.isPosition && parts == null) {
        continue;
      }
      parts = parts == null ? begun(from, part) : parts;
      parts.add(part);
    }
    if (parts == null && count > from && hasEmpty) {
      throw new BadFeatureException("a position has 0 numbers", "2 or more");
    }
    return parts == null ? new Span(from, count, false) : parts;
  }

  /**
   * Begins the list of the parts of an array. Called when the first part of the array is found that
   * is not a position.
   *
   * @throws BadFeatureException if positions precede {@code part} in the array
   */
  private List<Object> begun(int from, Object part) {
    if (count > from && count != from + spanLength(part)) {
      throw new BadFeatureException(
          "coordinates mix positions and lines", "positions of the same depth");
    }
    return new ArrayList<>();
  }

  private static boolean isEmpty(Object part) {
    return part instanceof Span span && span.from == span.to;
  }

  private static int spanLength(Object part) {
    if (part instanceof Span span) {
      return span.to - span.from;
    }
    return ((List<?>) part).stream().mapToInt(CoordinateReader::spanLength).sum();
  }

  private Span position(JsonParser json, JsonToken first) throws IOException {
    if (3 * count + 3 > numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * numbers.length);
    }
    numbers[3 * count + 2] = Double.NaN;
    int size = 0;
    for (JsonToken token = first; token != JsonToken.END_ARRAY; token = json.nextToken()) {
      if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
        throw new BadFeatureException("a position has something that is no number", "numbers");
      }
      if (size < 3) {
        numbers[3 * count + size] = json.getDoubleValue();
      }
      size++;
    }
    if (size < 2) {
      throw new BadFeatureException("a position has " + size + " numbers", "2 or more");
    }
    heights |= size > 2;
    count++;
    return new Span(count - 1, count, true);
  }

  /** Creates the geometry of a type. */
  Geometry geometry(String type) {
    try {
      return switch (type) {
        case "Point" -> point(root);
        case "LineString" -> line(root);
        case "Polygon" -> polygon(root);
        case "MultiPoint" -> multiPoint();
        case "MultiLineString" ->
            factory.createMultiLineString(
                parts(root).stream().map(this::line).toArray(LineString[]::new));
        case "MultiPolygon" ->
            factory.createMultiPolygon(
                parts(root).stream().map(this::polygon).toArray(Polygon[]::new));
        default ->
            throw new BadFeatureException(
                "geometry of an unknown type",
                "Point, LineString, Polygon, MultiPoint, MultiLineString, MultiPolygon,"
                    + " GeometryCollection");
      };
    } catch (IllegalArgumentException e) { // thrown by JTS for a ring that is open or too short
      throw new BadFeatureException(e.getMessage(), "closed rings of 4 positions, lines of 2");
    }
  }

  private static List<?> parts(Object node) {
    if (node instanceof List<?> list) {
      return list;
    }
    Span span = (Span) node;
    if (span.from == span.to) {
      return List.of();
    }
    throw depth();
  }

  private static Span line(Object node, boolean isPosition) {
    if (node instanceof Span span && (span.isPosition == isPosition || span.from == span.to)) {
      return span;
    }
    throw depth();
  }

  private static BadFeatureException depth() {
    return new BadFeatureException(
        "coordinates are not as deep as the type needs", "those of RFC 7946");
  }

  private CoordinateSequence sequence(Span span) {
    int size = span.to - span.from;
    int dimension = heights ? 3 : 2;
    double[] packed = new double[dimension * size];
    for (int i = 0; i < size; i++) {
      System.arraycopy(numbers, 3 * (span.from + i), packed, dimension * i, dimension);
    }
    return PackedCoordinateSequenceFactory.DOUBLE_FACTORY.create(packed, dimension);
  }

  private Point point(Object node) {
    return factory.createPoint(sequence(line(node, true)));
  }

  private LineString line(Object node) {
    return factory.createLineString(sequence(line(node, false)));
  }

  private Geometry multiPoint() {
    return factory.createMultiPoint(sequence(line(root, false)));
  }

  private Polygon polygon(Object node) {
    LinearRing[] rings =
        parts(node).stream()
            .map(ring -> factory.createLinearRing(sequence(line(ring, false))))
            .toArray(LinearRing[]::new);
    return rings.length == 0
        ? factory.createPolygon()
        : factory.createPolygon(rings[0], Arrays.copyOfRange(rings, 1, rings.length));
  }
}
