package org.flashgrove.datasets.geojson;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/** Geometries as RFC 7946 has them. */
class GeoJsonTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POINT (1 2) | Point | [1.0,2.0]",
        "POINT EMPTY | Point | []",
        "LINESTRING (0 0, 1 2) | LineString | [[0.0,0.0],[1.0,2.0]]",
        "MULTIPOINT ((1 2), (3 4)) | MultiPoint | [[1.0,2.0],[3.0,4.0]]",
        "MULTILINESTRING ((0 0, 1 1)) | MultiLineString | [[[0.0,0.0],[1.0,1.0]]]",
        "POLYGON EMPTY | Polygon | []",
        "POLYGON ((0 0, 0 9, 9 0, 0 0), (1 1, 2 1, 1 2, 1 1)) | Polygon |"
            + " [[[0.0,0.0],[9.0,0.0],[0.0,9.0],[0.0,0.0]],[[1.0,1.0],[1.0,2.0],[2.0,1.0],[1.0,1.0]]]",
        "MULTIPOLYGON (((0 0, 9 0, 0 9, 0 0))) | MultiPolygon |"
            + " [[[[0.0,0.0],[9.0,0.0],[0.0,9.0],[0.0,0.0]]]]",
      })
  void coordinates(String wkt, String type, String coordinates) throws ParseException {
    assertThat(GeoJson.geometry(new WKTReader().read(wkt)))
        .isEqualTo("{\"type\":\"" + type + "\",\"coordinates\":" + coordinates + "}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GEOMETRYCOLLECTION (POINT (1 2)) | "
            + "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[1.0,2.0]}]}",
        "LINEARRING (0 0, 1 0, 1 1, 0 0) | "
            + "{\"type\":\"LineString\",\"coordinates\":[[0.0,0.0],[1.0,0.0],[1.0,1.0],[0.0,0.0]]}",
      })
  void others(String wkt, String json) throws ParseException {
    assertThat(GeoJson.geometry(new WKTReader().read(wkt))).isEqualTo(json);
  }
}
