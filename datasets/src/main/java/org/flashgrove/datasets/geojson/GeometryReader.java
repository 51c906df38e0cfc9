package org.flashgrove.datasets.geojson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.datasets.feature.Excerpt;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Reads geometry objects; the parser bounds how deep they are. */
final class GeometryReader {
  private final GeometryFactory factory;

  GeometryReader(GeometryFactory factory) {
    this.factory = factory;
  }

  /** Reads the geometry at whose beginning the parser is; null for null. */
  Geometry read(JsonParser json) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new BadFeatureException("geometry is no object", "an object or null");
    }
    String type = null;
    CoordinateReader coordinates = null;
    List<Geometry> parts = null;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "type" -> type = json.getValueAsString();
        case "coordinates" -> {
          coordinates = new CoordinateReader(factory);
          coordinates.read(json);
        }
        case "geometries" -> parts = readParts(json);
        default -> json.skipChildren();
      }
    }
    if (type == null) {
      throw new BadFeatureException("geometry without a type", "type and coordinates");
    }
    if (type.equals("GeometryCollection")) {
      if (parts == null) {
        throw new BadFeatureException("GeometryCollection without geometries", "an array of them");
      }
      return factory.createGeometryCollection(parts.toArray(Geometry[]::new));
    }
    if (coordinates == null) {
      throw new BadFeatureException(
          "geometry " + Excerpt.quoted(type) + " without coordinates", "type and coordinates");
    }
    return coordinates.geometry(type);
  }

  private List<Geometry> readParts(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw new BadFeatureException("geometries is no array", "an array of geometries");
    }
    List<Geometry> parts = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      Geometry part = read(json);
      if (part == null) {
        throw new BadFeatureException("geometries has a null", "an array of geometries");
      }
      parts.add(part);
    }
    return parts;
  }
}
