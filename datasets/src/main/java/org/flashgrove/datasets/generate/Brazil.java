package org.flashgrove.datasets.generate;

import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Coarse outline of Brazil in metres of the web Mercator projection (EPSG:3857). The largest area
 * in table 4c of Carniel's thesis (2019) is the area of the country. The area of the outline
 * differs from it by less than 3 %.
 */
final class Brazil {
  private static final double EARTH_RADIUS = 6_378_137;

  /**
   * Corners of the outline: longitude and latitude in degrees, clockwise from the mouth of the
   * Oiapoque.
   */
  private static final double[] DEGREES = {
    -51.6, 4.2, -50.0, 1.7, -50.0, 0.0, -48.0, -0.7, -44.3, -2.3,
    -41.3, -2.9, -38.5, -3.7, -35.4, -5.2, -34.8, -7.2, -35.1, -9.2,
    -37.0, -11.0, -38.5, -13.0, -39.0, -16.0, -39.7, -19.5, -41.0, -22.0,
    -43.2, -23.0, -46.3, -24.1, -48.6, -26.0, -48.6, -28.2, -50.1, -30.2,
    -52.2, -32.2, -53.4, -33.7, -55.8, -30.9, -57.6, -30.2, -53.8, -27.2,
    -54.6, -25.6, -54.3, -24.0, -57.9, -22.1, -57.9, -19.8, -58.2, -17.3,
    -60.2, -16.2, -60.5, -13.8, -65.3, -12.0, -65.3, -9.8, -69.5, -10.95,
    -70.6, -11.0, -70.6, -9.6, -73.2, -9.4, -74.0, -7.5, -72.9, -5.1,
    -70.0, -4.3, -69.4, -1.1, -69.8, 1.7, -67.1, 1.2, -65.5, 0.7,
    -63.4, 2.2, -64.0, 4.1, -60.7, 5.2, -59.8, 4.5, -59.9, 2.3,
    -58.9, 1.3, -55.9, 2.0, -54.5, 2.3, -52.7, 2.3
  };

  private Brazil() {}

  /**
   * Creates the region. Each thread needs a region of its own, because regions are not thread-safe.
   */
  static QueryRegion region() {
    int corners = DEGREES.length / 2;
    Coordinate[] ring = new Coordinate[corners + 1];
    for (int i = 0; i < corners; i++) {
      double longitude = StrictMath.toRadians(DEGREES[2 * i]);
      double latitude = StrictMath.toRadians(DEGREES[2 * i + 1]);
      ring[i] =
          new Coordinate(
              EARTH_RADIUS * longitude,
              EARTH_RADIUS * StrictMath.log(StrictMath.tan(Math.PI / 4 + latitude / 2)));
    }
    ring[corners] = ring[0].copy();
    return QueryRegion.of(new GeometryFactory().createPolygon(ring));
  }
}
