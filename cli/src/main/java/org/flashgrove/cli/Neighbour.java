package org.flashgrove.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Comparator;
import org.flashgrove.core.geometry.Rectangles;

/**
 * An entry found near a point, with the names of its JSON members.
 *
 * @param id the entry's id
 * @param distance of its rectangle, in units of the coordinates
 */
record Neighbour(
    @JsonProperty("id") long id,
    @JsonProperty("minx") double minX,
    @JsonProperty("miny") double minY,
    @JsonProperty("maxx") double maxX,
    @JsonProperty("maxy") double maxY,
    @JsonProperty("distance") double distance) {
  /** Nearest first; those of equal distance by id, then by rectangle. */
  static final Comparator<Neighbour> ORDER =
      Comparator.comparingDouble(Neighbour::distance)
          .thenComparingLong(Neighbour::id)
          .thenComparingDouble(Neighbour::minX)
          .thenComparingDouble(Neighbour::minY)
          .thenComparingDouble(Neighbour::maxX)
          .thenComparingDouble(Neighbour::maxY);

  static Neighbour of(double[] from, long id, double minX, double minY, double maxX, double maxY) {
    double square =
        Rectangles.squaredDistance(from[0], from[1], from[0], from[1], minX, minY, maxX, maxY);
    return new Neighbour(id, minX + 0.0, minY + 0.0, maxX + 0.0, maxY + 0.0, Math.sqrt(square));
  }

  String row() {
    return id + "," + distance + "," + minX + "," + minY + "," + maxX + "," + maxY;
  }
}
