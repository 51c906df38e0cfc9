package org.flashgrove.datasets.geopackage;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.format.DataFiles;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Databases of SQLite without features are named by what they hold. */
class OtherContentTest {
  private static final String CONTENTS =
      "CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL,"
          + " identifier TEXT UNIQUE, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,"
          + " srs_id INTEGER)";
  private static final String GEOMETRY_COLUMNS =
      "CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL,"
          + " geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT, m TINYINT)";
  private static final String TILES =
      "CREATE TABLE world (id INTEGER PRIMARY KEY, zoom_level INTEGER, tile_column INTEGER,"
          + " tile_row INTEGER, tile_data BLOB)";

  @TempDir private Path folder;

  private static String content(String table, String kind) {
    return "INSERT INTO gpkg_contents (table_name, data_type) VALUES ('"
        + table
        + "', '"
        + kind
        + "')";
  }

  static Stream<Arguments> databases() {
    return Stream.of(
        Arguments.of(
            "is a GeoPackage without features, only with tiles (world)",
            List.of(CONTENTS, TILES, content("world", "tiles"))),
        Arguments.of(
            "is a GeoPackage without features, only with tiles (world)",
            List.of(CONTENTS, GEOMETRY_COLUMNS, TILES, content("world", "tiles"))),
        Arguments.of(
            "is a GeoPackage without features, only with 2d-gridded-coverage (heights) and tiles"
                + " (land, sea)",
            List.of(
                CONTENTS,
                content("heights", "2d-gridded-coverage"),
                content("sea", "tiles"),
                content("land", "tiles"))),
        Arguments.of(
            "is a GeoPackage without features, only with attributes (owners)",
            List.of(
                CONTENTS,
                "CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT)",
                content("owners", "attributes"))),
        Arguments.of("is a GeoPackage without tables", List.of(CONTENTS, GEOMETRY_COLUMNS)),
        Arguments.of(
            "is a database of SQLite without the tables of a GeoPackage", // as MBTiles
            List.of(
                "CREATE TABLE metadata (name TEXT, value TEXT)",
                "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER,"
                    + " tile_data BLOB)")));
  }

  @ParameterizedTest
  @MethodSource("databases")
  void databasesWithoutFeaturesAreNamed(String named, List<String> statements) throws SQLException {
    Path file = folder.resolve("a.gpkg");
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = database.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
    assertThatThrownBy(() -> DataFiles.open(file.toString(), BadRowPolicy.STOP).close())
        .isInstanceOf(InputException.class)
        .hasMessage(file + ": " + named + "; allowed: a GeoPackage with a table of features");
  }
}
