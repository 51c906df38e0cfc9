package org.flashgrove.datasets.geojson;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.List;
import org.flashgrove.datasets.file.Excerpt;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Collects the members of one geometry object, which may come in any order. */
final class GeometryMembers {
  private final GeometryFactory factory;
  private final GeometryReader reader;
  private CoordinateReader coordinates;
  private List<Geometry> parts;

  GeometryMembers(GeometryFactory factory, GeometryReader reader) {
    this.factory = factory;
    this.reader = reader;
  }

  /**
   * Reads a member of the geometry object if its name is {@code coordinates} or {@code geometries},
   * else returns false. The value of the member begins at the current token of the parser.
   */
  boolean read(String name, JsonParser json) throws IOException {
    if (name.equals("coordinates")) {
      coordinates = new CoordinateReader(factory);
      coordinates.read(json);
    } else if (name.equals("geometries")) {
      parts = reader.readParts(json);
    } else {
      return false;
    }
    return true;
  }

  /** Creates the geometry of a type from the members. */
  Geometry geometry(String type) {
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
}
