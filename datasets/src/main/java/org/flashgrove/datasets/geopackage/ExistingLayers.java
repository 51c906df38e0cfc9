package org.flashgrove.datasets.geopackage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.datasets.file.OutputFile;
import org.sqlite.SQLiteConfig;

/** Preserves the other layers of a GeoPackage when one layer is replaced. */
final class ExistingLayers {
  /** Tables of a GeoPackage whose rows describe its layers. */
  private static final List<String> DESCRIPTIONS =
      List.of(
          "gpkg_geometry_columns",
          "gpkg_extensions",
          "gpkg_metadata_reference",
          "gpkg_data_columns",
          "gpkg_ogr_contents",
          "gpkg_contents");

  private ExistingLayers() {}

  /**
   * Copies an existing GeoPackage into the file that will replace it. Does nothing if the existing
   * file is not a GeoPackage.
   *
   * @param file new version of the file, still under its temporary name
   * @return whether a GeoPackage was copied
   * @throws IllegalArgumentException if another program is writing the existing GeoPackage
   */
  static boolean copy(OutputFile file) throws IOException, SQLException {
    Path existing = file.replaced();
    if (existing == null || Files.size(existing) == 0) {
      return false;
    }
    for (String ending : List.of("-wal", "-journal")) {
      Path journal = existing.resolveSibling(existing.getFileName() + ending);
      if (Files.exists(journal) && Files.size(journal) > 0) {
        throw new IllegalArgumentException(
            file.name()
                + ": another program is writing it, as "
                + journal.getFileName()
                + " shows; close that program, or write to another file");
      }
    }
    if (!isGeoPackage(existing)) {
      return false;
    }
    Files.copy(existing, file.path(), StandardCopyOption.REPLACE_EXISTING);
    return true;
  }

  private static boolean isGeoPackage(Path file) {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    try (Connection database = config.createConnection("jdbc:sqlite:" + file)) {
      return has(database, "gpkg_contents");
    } catch (SQLException e) {
      return false; // the file is not a database
    }
  }

  /** Returns whether a database has a table. */
  static boolean has(Connection database, String table) throws SQLException {
    try (PreparedStatement query =
        database.prepareStatement(
            "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")) {
      query.setString(1, table);
      try (ResultSet found = query.executeQuery()) {
        return found.next();
      }
    }
  }

  /** Removes a layer, the spatial index of the layer, and all rows that describe the layer. */
  static void remove(Connection database, String layer) throws SQLException {
    List<String> indices = new ArrayList<>();
    try (PreparedStatement query =
        database.prepareStatement(
            "SELECT name FROM sqlite_master WHERE name IN (SELECT 'rtree_' || table_name || '_' ||"
                + " column_name FROM gpkg_geometry_columns WHERE lower(table_name) = lower(?))")) {
      query.setString(1, layer);
      try (ResultSet found = query.executeQuery()) {
        while (found.next()) {
          indices.add(found.getString(1));
        }
      }
    }
    try (Statement statement = database.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS " + FeatureTable.quoted(layer));
      for (String index : indices) {
        statement.execute("DROP TABLE " + FeatureTable.quoted(index));
      }
    }
    for (String table : DESCRIPTIONS) {
      if (has(database, table)) {
        try (PreparedStatement deletion =
            database.prepareStatement(
                "DELETE FROM " + table + " WHERE lower(table_name) = lower(?)")) {
          deletion.setString(1, layer);
          deletion.executeUpdate();
        }
      }
    }
  }
}
