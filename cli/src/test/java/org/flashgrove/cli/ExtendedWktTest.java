package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** WKT with an SRID, as PostGIS writes it (EWKT), names the coordinate system. */
class ExtendedWktTest {
  private static final String CSV =
      "id,wkt\n1,SRID=25833;POINT (1 2)\n2,\n3,srid = 25833; POINT (3 4)\n";

  @TempDir private Path folder;

  private String made(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private void assertRefused(String message, String... args) {
    Run run = Run.of(args);
    assertThat(run.exitCode()).as(run.out()).isEqualTo(2);
    assertThat(run.err()).contains(message).hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.wkt"})
  void aFileOfThemHasTheCoordinateSystem(String name) throws IOException {
    String text = "SRID=25833;POINT (1 2)\nSRID=25833;POINT (3 4)\n";
    String file = made(name, name.equals("a.csv") ? CSV : text);
    Run.ok("convert", file, at("b.gpkg"));
    Run.ok("build", at("t"), "--table", "--data", file);
    Run.ok("build", at("u"), "--table", "--data", at("b.gpkg"));
    for (String table : new String[] {at("t"), at("u")}) {
      assertRefused("EPSG:25833", "query", table, "--point", "1,2", "--format", "geojson");
      String query = "SRID=25833;POLYGON ((0 0, 2 0, 2 3, 0 3, 0 0))";
      assertThat(Run.ok("query", table, "--geometry", query, "--count").out()).isEqualTo("1\n");
      assertRefused(
          "--geometry: is in EPSG:3857, but the data are in EPSG:25833",
          "query",
          table,
          "--geometry",
          query.replace("25833", "3857"));
      assertRefused(
          "--geometry: is in EPSG:3857", "scan", table, "--geometry", "SRID=3857;POINT (1 2)");
    }
  }

  @Test
  void anIndexedFileHasTheCoordinateSystem() throws IOException {
    String file = made("a.csv", CSV);
    Run.ok("index", file);
    String query = "SRID=25833;POINT (3 4)";
    assertThat(Run.ok("query", file, "--geometry", query).out()).contains("3,\"POINT (3 4)\"");
    assertRefused(
        "but the data are in EPSG:25833",
        "query",
        file,
        "--geometry",
        query.replace("25833", "4326"));
    made("a.csv", CSV + "4,SRID=25833;POINT (5 6)\n");
    Run.ok("index", file, "--update");
    made("a.csv", CSV + "4,SRID=25833;POINT (5 6)\n5,SRID=4326;POINT (7 8)\n");
    assertRefused("a.csv, line 6: wkt", "index", file, "--update", "--on-error", "stop");
  }

  @Test
  void appendedRowsMustHaveTheSridOfTheRowsBefore() throws IOException {
    String rows = "id,wkt\n1,POINT (1 1)\n4,POINT (2 2)\n";
    String file = made("a.csv", rows);
    Run.ok("index", file);
    made("a.csv", rows + "6,SRID=4326;POINT (3 3)\n");
    assertRefused("SRID 4326 follows SRID none", "index", file, "--update");
    made("a.csv", rows + "6,POINT (3 3)\n");
    Run.ok("index", file, "--update");
    assertThat(Run.ok("query", file, "--window", "0,0,9,9", "--count").out()).isEqualTo("3\n");
  }

  @Test
  void appendedRowsNameTheSystemIfNoRowBeforeHasAGeometry() throws IOException {
    String rows = "id,wkt\n1,\n4,\n";
    String file = made("a.csv", rows);
    Run.ok("index", file);
    rows += "6,SRID=25833;POINT (3 3)\n";
    made("a.csv", rows);
    Run.ok("index", file, "--update");
    String query = "SRID=25833;POINT (3 3)";
    assertThat(Run.ok("query", file, "--geometry", query, "--count").out()).isEqualTo("1\n");
    assertRefused(
        "but the data are in EPSG:25833",
        "query",
        file,
        "--geometry",
        query.replace("25833", "4326"));
    made("a.csv", rows + "7,SRID=4326;POINT (3 3)\n");
    assertRefused("SRID 4326 follows SRID 25833", "index", file, "--update");
    made("a.csv", rows + "7,POINT (3 3)\n");
    assertRefused("SRID none follows SRID 25833", "index", file, "--update");
  }

  /** A file that grows is read as if it were read at once. */
  @Test
  void emptyGeometriesNameTheSystemOnlyByAnSrid() throws IOException {
    String rows = "id,wkt\n1,SRID=25833;POINT EMPTY\n";
    String file = made("a.csv", rows);
    Run.ok("index", file);
    made("a.csv", rows + "2,SRID=4326;POINT (3 3)\n");
    assertRefused("SRID 4326 follows SRID 25833", "index", file, "--update");
    assertRefused("SRID 4326 follows SRID 25833", "index", file);
    rows = "id,wkt\n1,POINT EMPTY\n";
    file = made("b.csv", rows);
    Run.ok("index", file);
    made("b.csv", rows + "2,SRID=25833;POINT (3 3)\n3,POINT EMPTY\n");
    Run.ok("index", file, "--update");
    assertThat(Run.ok("query", file, "--window", "0,0,9,9", "--count").out()).isEqualTo("1\n");
    Run.ok("index", file);
    assertThat(Run.ok("query", file, "--window", "0,0,9,9", "--count").out()).isEqualTo("1\n");
  }

  @Test
  void aTableHasTheSystemOfItsFirstGeometry() throws IOException {
    String rows = "id,wkt\n1,\n2,SRID=25833;POINT (1 2)\n";
    Run.ok("build", at("t"), "--table", "--data", made("a.csv", rows));
    String other = made("b.geojsonl", "{\"type\":\"Point\",\"coordinates\":[1,2]}\n");
    assertRefused(
        "is in EPSG:4326, the table's first geometry in EPSG:25833",
        "insert",
        at("t"),
        "--data",
        other);
    assertRefused("EPSG:25833", "query", at("t"), "--geometry", "SRID=4326;POINT (2 2)");
    Run keys = Run.of("query", at("t"), "--keys", "1,2", "--format", "geojson");
    assertThat(keys.exitCode()).isEqualTo(2);
    assertThat(keys.out()).isEmpty();
  }

  @Test
  void aFileIsReprojectedFromTheSystemOfItsFirstGeometry() throws IOException {
    String rows = "id,wkt\n1,\n2,SRID=25833;POINT (500000 5800000)\n";
    Run.ok("convert", made("a.csv", rows), at("b.wkt"), "--reproject");
    assertThat(Files.readString(folder.resolve("b.wkt"))).contains(" 52.350293");
    String unknown = made("c.csv", "id,wkt\n1,\n2,POINT (1 2)\n");
    assertRefused("names no EPSG", "convert", unknown, at("d.geojson"), "--reproject");
  }

  @Test
  void aScanRefusesGeoJsonOfAnotherSystemBeforeItPrints() throws IOException {
    Run.ok("build", at("t"), "--table", "--data", made("a.csv", CSV));
    Run scan = Run.of("scan", at("t"), "--format", "geojson");
    assertThat(scan.exitCode()).isEqualTo(2);
    assertThat(scan.err()).contains("EPSG:25833").hasLineCount(1);
    assertThat(scan.out()).isEmpty();
    Run.ok("scan", at("t"), "--format", "geojson", "--count");
  }

  @Test
  void theHelpOfNearestNamesItsOwnColumns() {
    String help = Run.ok("nearest", "--help").out().replaceAll("\\s+", " ");
    assertThat(help).contains("csv of records has the columns id, distance and the bounds");
  }

  @Test
  void severalSridsInAFileAreRefused() throws IOException {
    String mixed = made("a.csv", CSV + "4,SRID=4326;POINT (5 6)\n");
    assertRefused(
        "line 5: wkt \"SRID=4326;POINT (5 6)\" cannot be read (SRID 4326 follows SRID 25833)",
        "build",
        at("t"),
        "--table",
        "--data",
        mixed);
    String some = made("b.csv", "id,wkt\n1,POINT (1 2)\n2,SRID=4326;POINT (5 6)\n");
    assertRefused("SRID 4326 follows SRID none", "stats", "--data", some);
  }

  @Test
  void aSpatialStoreDoesNotKnowItsSystem() throws IOException {
    Run.ok("build", at("s"), "--data", made("a.csv", "id,x,y\n1,1,2\n"));
    assertThat(Run.ok("query", at("s"), "--geometry", "SRID=4326;POINT (1 2)", "--count").out())
        .isEqualTo("1\n");
  }
}
