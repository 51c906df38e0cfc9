package org.flashgrove.geoparquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.flashgrove.geoparquet.EventWriter.field;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.io.api.Binary;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Coordinate systems in the metadata of GeoParquet, as several writers put them there. */
class CoordinateSystemsTest {
  private static final byte[] POINT = {
    1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -16, 63, 0, 0, 0, 0, 0, 0, 0, 64
  };
  private static final String WKT = "PROJCS[\"Local grid\", UNIT[\"metre\", 1]]";

  @TempDir private Path folder;

  /** Reads the system of a file whose metadata have a member {@code crs}, or null for none. */
  private CoordinateSystem systemOf(String crs) throws IOException {
    Path file = folder.resolve("a.parquet");
    String geo =
        "{\"version\": \"1.1.0\", \"primary_column\": \"geometry\", \"columns\": {\"geometry\": {"
            + (crs == null ? "" : "\"crs\": " + crs + ", ")
            + "\"encoding\": \"WKB\", \"geometry_types\": []}}}";
    try (var writer =
        EventWriter.to(file, "message m { required binary geometry; }", geo).build()) {
      writer.write(
          out ->
              field(out, "geometry", 0, () -> out.addBinary(Binary.fromConstantByteArray(POINT))));
    }
    return GeoParquetFiles.read(file).system();
  }

  @Test
  void noneIsLongitudeAndLatitudeAndNullIsUnknown() throws IOException {
    assertThat(systemOf(null)).isEqualTo(CoordinateSystem.WGS84);
    assertThat(systemOf("null")).isEqualTo(CoordinateSystem.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "{\"id\": {\"authority\": \"EPSG\", \"code\": 25832}}; EPSG:25832",
        "{\"id\": {\"authority\": \"OGC\", \"code\": \"CRS84\"}}; EPSG:4326",
        "{\"id\": {\"authority\": \"ESRI\", \"code\": 102001}}; ESRI:102001",
        "{\"name\": \"Local grid\"}; Local grid",
        "{}; unknown",
        "\"EPSG:25832\"; EPSG:25832",
        "\"OGC:CRS84\"; EPSG:4326",
        "\"Local grid\"; Local grid",
        "\"{\\\"id\\\": {\\\"authority\\\": \\\"EPSG\\\", \\\"code\\\": 3035}}\"; EPSG:3035"
      })
  void objectsAndTextsNameASystem(String crs, String name) throws IOException {
    assertThat(systemOf(crs)).hasToString(name);
  }

  @Test
  void wellKnownTextIsKept() throws IOException {
    assertThat(systemOf('"' + WKT.replace("\"", "\\\"") + '"'))
        .isEqualTo(new CoordinateSystem("Local grid", 0, WKT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"25832", "true", "[\"EPSG\", 25832]", "\" \""})
  void otherFormsAreNamed(String crs) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> systemOf(crs))
        .withMessageContaining(
            "a.parquet, metadata geo: crs " + crs.replace(" 2", "2") + " of column \"geometry\"")
        .withMessageEndingWith("; allowed: PROJJSON, or null for an unknown system");
  }
}
