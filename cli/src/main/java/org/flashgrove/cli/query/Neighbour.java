package org.flashgrove.cli.query;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Comparator;
import org.flashgrove.core.geometry.DistanceFrom;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Entry or record near a point. Annotations give the names that its components have in JSON.
 *
 * @param id id of the entry, or key of the record
 * @param minX smallest x of the rectangle of the entry or record; {@code minY}, {@code maxX} and
 *     {@code maxY} are the other sides
 * @param distance distance of the rectangle of an entry, or of the geometry of a record, in units
 *     of the coordinates or in metres
 * @param wkt geometry of a record, or null
 */
record Neighbour(
    @JsonProperty("id") long id,
    @JsonProperty("minx") double minX,
    @JsonProperty("miny") double minY,
    @JsonProperty("maxx") double maxX,
    @JsonProperty("maxy") double maxY,
    @JsonProperty("distance") double distance,
    @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("wkt") String wkt) {
  /** Order by distance, then by id, then by rectangle. */
  static final Comparator<Neighbour> ORDER =
      Comparator.comparingDouble(Neighbour::distance)
          .thenComparingLong(Neighbour::id)
          .thenComparingDouble(Neighbour::minX)
          .thenComparingDouble(Neighbour::minY)
          .thenComparingDouble(Neighbour::maxX)
          .thenComparingDouble(Neighbour::maxY);

  static Neighbour of(
      DistanceFrom from, long id, double minX, double minY, double maxX, double maxY) {
    double distance = from.to(minX, minY, maxX, maxY);
    return new Neighbour(id, minX + 0.0, minY + 0.0, maxX + 0.0, maxY + 0.0, distance, null);
  }

  /** Returns the distance of a rectangle from the query point, computed as indexes compute it. */
  static double distanceOf(DistanceFrom from, Envelope box) {
    return from.to(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  /** Creates a neighbour from a record and its distance. */
  static Neighbour of(long key, Geometry geometry, double distance) {
    Envelope box = geometry.getEnvelopeInternal();
    return new Neighbour(
        key,
        box.getMinX() + 0.0,
        box.getMinY() + 0.0,
        box.getMaxX() + 0.0,
        box.getMaxY() + 0.0,
        distance,
        geometry.toText());
  }

  /**
   * Returns the query point as a geometry.
   *
   * @param from x and y of the point
   */
  static Geometry point(double[] from) {
    return new GeometryFactory().createPoint(new Coordinate(from[0], from[1]));
  }

  String row() {
    String entry = id + "," + distance + "," + minX + "," + minY + "," + maxX + "," + maxY;
    return wkt == null ? entry : entry + ",\"" + wkt + "\"";
  }
}
