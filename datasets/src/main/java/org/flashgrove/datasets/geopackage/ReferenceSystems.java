package org.flashgrove.datasets.geopackage;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.flashgrove.datasets.feature.CoordinateSystem;

/** Coordinate systems in the table {@code gpkg_spatial_ref_sys} of a GeoPackage. */
final class ReferenceSystems {
  private static final String TABLE = "gpkg_spatial_ref_sys";

  /** Id of an undefined system. */
  private static final int UNDEFINED = -1;

  /** Smallest id for systems without an EPSG code. It is larger than all EPSG codes. */
  private static final int LEAST_OWN_ID = 100_000;

  /** Id that GDAL uses for a layer without a system. */
  private static final int UNDEFINED_OF_GDAL = 99_999;

  /**
   * Column for a definition in WKT 2, which a GeoPackage extension adds. The column must not be
   * null.
   */
  private static final String SECOND_DEFINITION = "definition_12_063";

  private static final String NO_AUTHORITY = "NONE";
  private static final String NO_DEFINITION = "undefined";

  private ReferenceSystems() {}

  /** Returns the system with an id. The ids -1 and 0 stand for undefined systems. */
  static CoordinateSystem read(Connection database, int id) throws SQLException {
    if (id <= 0 || id == UNDEFINED_OF_GDAL || !ExistingLayers.has(database, TABLE)) {
      return CoordinateSystem.UNKNOWN; // a valid GeoPackage has the table, but a fragment may not
    }
    try (Statement statement = database.createStatement();
        ResultSet found =
            statement.executeQuery("SELECT * FROM " + TABLE + " WHERE srs_id = " + id)) {
      if (!found.next()) {
        return CoordinateSystem.UNKNOWN;
      }
      String authority = found.getString("organization");
      String code = found.getString("organization_coordsys_id");
      String definition = definitionOf(found);
      return authority == null || code == null || authority.equalsIgnoreCase(NO_AUTHORITY)
          ? CoordinateSystem.named(found.getString("srs_name"), definition)
          : CoordinateSystem.of(authority, code, definition);
    }
  }

  /**
   * Returns the definition of the system in a row of the table. The definition may exist only in
   * the column of the extension for WKT 2.
   */
  private static String definitionOf(ResultSet row) throws SQLException {
    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
      String text = row.getString(i);
      if (row.getMetaData().getColumnName(i).startsWith("definition")
          && text != null
          && !text.equalsIgnoreCase(NO_DEFINITION)) {
        return text;
      }
    }
    return "";
  }

  /** Adds a system unless the table has it. Returns its id. */
  static int add(Connection database, CoordinateSystem system) throws SQLException {
    if (!system.isKnown()) {
      return UNDEFINED;
    }
    int id = system.epsg() == 0 ? ownId(database, system) : system.epsg();
    boolean hasSecond = hasSecondDefinition(database);
    try (PreparedStatement row =
        database.prepareStatement(
            "INSERT OR IGNORE INTO gpkg_spatial_ref_sys (srs_name, srs_id, organization,"
                + " organization_coordsys_id, definition"
                + (hasSecond ? ", " + SECOND_DEFINITION : "")
                + ") VALUES (?, ?, ?, ?, ?"
                + (hasSecond ? ", ?)" : ")"))) {
      boolean isCoded = system.code() != null && system.code().matches("[1-9][0-9]{0,8}");
      String definition = system.definition().isEmpty() ? NO_DEFINITION : system.definition();
      row.setString(1, system.name());
      row.setInt(2, id);
      row.setString(3, isCoded ? system.authority() : NO_AUTHORITY);
      row.setInt(4, isCoded ? Integer.parseInt(system.code()) : id);
      row.setString(5, definition);
      if (hasSecond) {
        row.setString(6, definition);
      }
      row.executeUpdate();
    }
    return id;
  }

  private static boolean hasSecondDefinition(Connection database) throws SQLException {
    try (Statement statement = database.createStatement();
        ResultSet columns = statement.executeQuery("PRAGMA table_info(" + TABLE + ")")) {
      while (columns.next()) {
        if (columns.getString("name").equals(SECOND_DEFINITION)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Returns the id of the system if the table contains it; otherwise an unused id. */
  private static int ownId(Connection database, CoordinateSystem system) throws SQLException {
    int free = LEAST_OWN_ID;
    try (Statement statement = database.createStatement();
        ResultSet ids =
            statement.executeQuery(
                "SELECT srs_id FROM "
                    + TABLE
                    + " WHERE srs_id >= "
                    + LEAST_OWN_ID
                    + " ORDER BY srs_id")) {
      while (ids.next()) {
        int id = ids.getInt(1);
        if (read(database, id).equals(system)) {
          return id;
        }
        free += id == free ? 1 : 0;
      }
    }
    return free;
  }
}
