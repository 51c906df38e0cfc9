package org.flashgrove.datasets.geojson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Reads geometry objects. The parser limits their nesting. */
record GeometryReader(GeometryFactory factory) {

  /** Reads the geometry at the current token of the parser. Returns null for null. */
  Geometry read(JsonParser json) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new BadFeatureException("geometry is no object", "an object or null");
    }
    String type = null;
    GeometryMembers members = new GeometryMembers(factory, this);
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      if (name.equals("type")) {
        type = json.getValueAsString();
      } else if (!members.read(name, json)) {
        json.skipChildren();
      }
    }
    return members.geometry(type);
  }

  /** Returns a collector for a geometry object whose members the caller passes one by one. */
  GeometryMembers members() {
    return new GeometryMembers(factory, this);
  }

  /** Reads the geometries of a collection. */
  List<Geometry> readParts(JsonParser json) throws IOException {
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
