package org.flashgrove.geoparquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.RealData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/** Files of other writers: those that the standards of Parquet and GeoParquet publish for tests. */
class SharedFilesTest {
  private static Path file(String name) {
    return RealData.file("geoparquet/" + name);
  }

  private static Geometry parsed(String text) throws ParseException {
    return new WKTReader().read(text);
  }

  private static void requireSame(GeoParquetFiles.Row row, String text) throws ParseException {
    Geometry expected = text == null || text.isBlank() ? null : parsed(text);
    if (expected == null || expected.isEmpty()) {
      assertThat(row.geometry()).as(text).isNull();
    } else {
      assertThat(row.geometry().equalsExact(expected)).as(text).isTrue();
      assertThat(row.geometry().getGeometryType()).isEqualTo(expected.getGeometryType());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon"})
  void wellKnownBinaryEqualsTheTextBesideIt(String type) throws IOException, ParseException {
    List<String> lines = Files.readAllLines(file("data-" + type + "-wkt.csv"));
    List<GeoParquetFiles.Row> rows = GeoParquetFiles.read(file("wkb-" + type + ".parquet")).rows();
    assertThat(rows).hasSameSizeAs(lines.subList(1, lines.size()));
    for (GeoParquetFiles.Row row : rows) {
      long number = (Long) row.attributes().get("col");
      String line =
          lines.stream().filter(each -> each.startsWith(number + ",")).findFirst().orElseThrow();
      requireSame(row, line.substring(line.indexOf(',') + 1).replace("\"", ""));
    }
  }

  @Test
  void nativeGeometriesEqualTheTextBesideThem() throws ParseException {
    GeoParquetFiles.Content content = GeoParquetFiles.read(file("native-geospatial.parquet"));
    assertThat(content.rows()).hasSize(196);
    int withZ = 0;
    for (GeoParquetFiles.Row row : content.rows()) {
      requireSame(row, (String) row.attributes().get("wkt"));
      withZ += row.text() != null && row.text().contains(" Z") ? 1 : 0;
    }
    assertThat(withZ).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "native-crs-default, EPSG:4326",
    "native-crs-srid, EPSG:5070",
    "native-crs-projjson, EPSG:5070",
    "native-crs-arbitrary-value, EPSG:5070",
    "native-crs-geography, EPSG:4326",
    "example, EPSG:4326"
  })
  void coordinateSystemsAreFound(String name, String system) {
    assertThat(GeoParquetFiles.read(file(name + ".parquet")).system()).hasToString(system);
  }

  @ParameterizedTest
  @CsvSource({"points, 500", "lines, 499", "polygons, 500"})
  void geographiesSayThatTheirEdgesAreOnTheSphere(String name, int count) {
    GeoParquetFiles.Content content =
        GeoParquetFiles.read(file("native-geography-" + name + ".parquet"));
    assertThat(content.rows()).hasSize(count);
    assertThat(content.notes()).singleElement().asString().contains("edges on the sphere");
  }

  @Test
  void attributesHaveTheirTypes() {
    GeoParquetFiles.Row first = GeoParquetFiles.read(file("example.parquet")).rows().get(0);
    assertThat(first.attributes())
        .containsEntry("name", "Fiji")
        .containsEntry("pop_est", 889953.0)
        .containsEntry("gdp_md_est", 5496L);
  }

  @Test
  void coordinatesThatAreNotNumbersAreNamedByTheirRow() {
    assertThatThrownBy(() -> GeoParquetFiles.read(file("native-geospatial-with-nan.parquet")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 3: has a coordinate that is not finite");
  }
}
