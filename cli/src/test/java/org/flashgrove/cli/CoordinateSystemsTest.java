package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Coordinate systems without a code of EPSG travel with their authority and definition. */
class CoordinateSystemsTest {
  private static final String ALBERS =
      "PROJCS[\"Canada_Albers\",GEOGCS[\"NAD83\",DATUM[\"North_American_Datum_1983\"]]]";

  @TempDir private Path folder;

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private void execute(String file, String... statements) throws SQLException {
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + at(file));
        Statement statement = database.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  /** A GeoPackage of one point, whose system is a row of the table of systems. */
  private String made(String file, String name, String authority, String code, String definition)
      throws IOException, SQLException {
    Files.writeString(folder.resolve("a.csv"), "id,x,y,n\n1,500000,5600000,a\n");
    Run.ok("convert", at("a.csv"), at(file));
    execute(
        file,
        String.format(
            "INSERT INTO gpkg_spatial_ref_sys (srs_name, srs_id, organization,"
                + " organization_coordsys_id, definition) VALUES ('%s', 99998, '%s', '%s', '%s')",
            name, authority, code, definition),
        "UPDATE gpkg_geometry_columns SET srs_id = 99998",
        "UPDATE gpkg_contents SET srs_id = 99998");
    return at(file);
  }

  /** Name, authority and definition of the system of a file's layer. */
  private String system(String file) throws SQLException {
    String geopackage = file;
    if (!file.endsWith("gpkg")) {
      geopackage = at("system.gpkg");
      Run.ok("convert", file, geopackage);
    }
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + geopackage);
        Statement statement = database.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT srs_name, organization, definition FROM gpkg_spatial_ref_sys NATURAL JOIN"
                    + " gpkg_geometry_columns WHERE table_name = 'features'")) {
      assertThat(found.next()).as("a system of the layer").isTrue();
      return found.getString(1) + "|" + found.getString(2) + "|" + found.getString(3);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Canada_Albers; ESRI; 102001; WKT; ESRI:102001|ESRI|WKT",
        "Canada_Albers; ESRI; 102001; undefined; ESRI:102001|ESRI|undefined",
        "our grid; NONE; 99998; WKT; our grid|NONE|WKT",
        "North America; OGC; CRS83; WKT; OGC:CRS83|NONE|WKT",
      })
  void theyTravelBetweenFormatsAndTables(
      String name, String authority, String code, String definition, String expected)
      throws IOException, SQLException {
    String system = expected.replace("WKT", ALBERS);
    String from = made("a.gpkg", name, authority, code, definition.replace("WKT", ALBERS));
    for (String ending : List.of("fgb", "gpkg")) {
      String file = at("b." + ending);
      assertThat(Run.ok("convert", from, file, "--json").json().has("notes")).isFalse();
      assertThat(system(file)).as(file).isEqualTo(system);
      String table = at("of-" + ending);
      Run build = Run.ok("build", table, "--table", "--data", file, "--json");
      assertThat(build.json().has("notes")).as(build.out()).isFalse();
      Run.ok("backup", table, "--to", table + "-copy");
      Run.ok("delete", table + "-copy", "--data", file);
      Run.ok("insert", table + "-copy", "--data", file);
      Run export = Run.ok("export", table + "-copy", "--out", at("c." + ending), "--json");
      assertThat(export.json().has("notes")).as(export.out()).isFalse();
      assertThat(system(at("c." + ending))).as(ending).isEqualTo(system);
    }
    Run geojson = Run.of("export", at("of-fgb"), "--out", at("a.geojson"));
    assertThat(geojson.exitCode()).isEqualTo(2);
    assertThat(geojson.err()).contains(", but geojson requires WGS 84");
    Run rows = Run.of("scan", at("of-fgb"), "--format", "geojson");
    assertThat(rows.exitCode()).isEqualTo(2);
    assertThat(rows.err()).contains("but geojson requires WGS 84");
  }

  @Test
  void aTableHoldsOneOfThem() throws IOException, SQLException {
    String a = made("a.gpkg", "grid a", "NONE", "99998", ALBERS);
    String b = made("b.gpkg", "grid b", "NONE", "99998", ALBERS);
    Run both = Run.of("build", at("t"), "--table", "--data", a, b);
    assertThat(both.exitCode()).isEqualTo(2);
    assertThat(both.err()).contains("is in grid b, but an earlier file is in grid a");
    Run.ok("create", at("t"), "--table", "--attributes", "n:string?");
    Run.ok("insert", at("t"), "--data", a);
    Run other = Run.of("insert", at("t"), "--data", b);
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.err()).contains("is in grid b, the table's first geometry in grid a");
    Run.ok("export", at("t"), "--out", at("c.gpkg"));
    assertThat(system(at("c.gpkg"))).isEqualTo("grid a|NONE|" + ALBERS);
    String plain = at("plain.csv");
    Files.writeString(Path.of(plain), "id,x,y,n\n2,500000,5600000,b\n");
    Run mixed = Run.ok("build", at("u"), "--table", "--data", plain, a, "--json");
    assertThat(mixed.json().get("notes").toString())
        .contains("the coordinate system grid a is not kept, as not all files name it");
    Run.ok("build", at("v"), "--table", "--data", plain);
    Run later = Run.ok("insert", at("v"), "--data", a, "--json");
    assertThat(later.json().get("notes").toString())
        .contains("the coordinate system grid a is not kept, as not all records have it");
  }

  @Test
  void aLayerWithoutASystemOfGdalHasNone() throws IOException, SQLException {
    String file = made("a.gpkg", "Undefined SRS", "GDAL", "99999", "LOCAL_CS[\"Undefined SRS\"]");
    execute(
        "a.gpkg",
        "UPDATE gpkg_spatial_ref_sys SET srs_id = 99999 WHERE srs_id = 99998",
        "UPDATE gpkg_geometry_columns SET srs_id = 99999");
    assertThat(Run.ok("convert", file, at("b.wkt")).err()).doesNotContain("coordinate system");
  }

  @Test
  void aPackageWithTwoDefinitionsOfASystemTakesAnother() throws IOException, SQLException {
    String from = made("a.gpkg", "our grid", "NONE", "99998", ALBERS);
    made("b.gpkg", "another grid", "NONE", "99998", ALBERS);
    execute(
        "b.gpkg",
        "ALTER TABLE gpkg_spatial_ref_sys ADD COLUMN definition_12_063 TEXT NOT NULL DEFAULT ''",
        "UPDATE gpkg_spatial_ref_sys SET definition_12_063 = definition, definition = 'undefined'",
        "ALTER TABLE features RENAME TO others",
        "UPDATE gpkg_contents SET table_name = 'others', identifier = 'others'",
        "UPDATE gpkg_geometry_columns SET table_name = 'others'");
    Run.ok("convert", at("b.gpkg"), at("c.fgb"));
    assertThat(system(at("c.fgb"))).isEqualTo("another grid|NONE|" + ALBERS);
    Run.ok("convert", from, at("b.gpkg"));
    assertThat(system(at("b.gpkg"))).isEqualTo("our grid|NONE|" + ALBERS);
    Run.ok("convert", at("b.gpkg"), at("d.fgb"), "--layer", "others");
    assertThat(system(at("d.fgb"))).isEqualTo("another grid|NONE|" + ALBERS);
  }
}
