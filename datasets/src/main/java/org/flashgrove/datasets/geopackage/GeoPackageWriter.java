package org.flashgrove.datasets.geopackage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.IsoWkb;
import org.flashgrove.datasets.file.OutputFile;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Writes one feature table in one transaction. */
final class GeoPackageWriter implements FeatureWriter {
  private static final String LAYER = "features";
  private static final int BATCH = 1_000;
  private static final byte HEADER_FLAGS = 0b0011; // envelope of 4 numbers, little endian

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE IF NOT EXISTS gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER"
              + " NOT NULL PRIMARY KEY, organization TEXT NOT NULL, organization_coordsys_id"
              + " INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT)",
          "INSERT OR IGNORE INTO gpkg_spatial_ref_sys (srs_name, srs_id, organization,"
              + " organization_coordsys_id, definition, description) VALUES"
              + " ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', NULL),"
              + " ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', NULL),"
              + " ('WGS 84 geodetic', 4326, 'EPSG', 4326, 'GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\","
              + "SPHEROID[\"WGS 84\",6378137,298.257223563]],PRIMEM[\"Greenwich\",0],"
              + "UNIT[\"degree\",0.0174532925199433]]', 'longitude and latitude')",
          "CREATE TABLE IF NOT EXISTS gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY,"
              + " data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',"
              + " last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),"
              + " min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER REFERENCES"
              + " gpkg_spatial_ref_sys(srs_id))",
          "CREATE TABLE IF NOT EXISTS gpkg_geometry_columns (table_name TEXT NOT NULL, column_name"
              + " TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z"
              + " TINYINT NOT NULL, m TINYINT NOT NULL, PRIMARY KEY (table_name, column_name))");

  private final OutputFile file;
  private int srs;
  private final Connection database;
  private final PreparedStatement insertion;
  private final IsoWkb wkb = new IsoWkb();
  private int pending;

  GeoPackageWriter(OutputFile file, FeatureSchema schema) {
    this.file = file;
    SQLiteConfig config = new SQLiteConfig();
    config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
    config.setJournalMode(SQLiteConfig.JournalMode.OFF);
    Connection opened = null;
    try {
      boolean hasLayers = ExistingLayers.copy(file);
      opened = config.createConnection("jdbc:sqlite:" + file.path());
      create(opened, schema, hasLayers);
      database = opened;
      database.setAutoCommit(false);
      String values = ", ?".repeat(schema.names().size());
      insertion = database.prepareStatement("INSERT INTO features VALUES (?, ?" + values + ")");
    } catch (IOException e) {
      throw new UncheckedIOException(file.name() + ": cannot be replaced", e);
    } catch (SQLException e) {
      FeatureTable.close(opened);
      throw failed(e);
    }
  }

  private void create(Connection opened, FeatureSchema schema, boolean hasLayers)
      throws SQLException {
    String key = freeName(schema, "id", "fid");
    String shape = freeName(schema, "geom", "geometry");
    StringBuilder columns =
        new StringBuilder(key).append(" INTEGER PRIMARY KEY, ").append(shape).append(" BLOB");
    for (int i = 0; i < schema.names().size(); i++) {
      columns.append(", ").append(FeatureTable.quoted(schema.names().get(i))).append(' ');
      columns.append(GeoPackageType.nameOf(schema.types().get(i)));
    }
    try (Statement statement = opened.createStatement()) {
      if (hasLayers) {
        ExistingLayers.remove(opened, LAYER);
      } else {
        statement.execute("PRAGMA application_id = 0x47504B47");
        statement.execute("PRAGMA user_version = 10300");
      }
      for (String table : TABLES) {
        statement.execute(table);
      }
      srs = ReferenceSystems.add(opened, schema.coordinateSystem());
      statement.execute("CREATE TABLE features (" + columns + ")");
      String type = schema.geometryType() == null ? "GEOMETRY" : schema.geometryType();
      statement.execute(
          "INSERT INTO gpkg_geometry_columns VALUES ('features', '"
              + shape
              + "', '"
              + type.toUpperCase(Locale.ROOT)
              + "', "
              + srs
              + ", "
              + presence(schema, schema.geometries().withHeights())
              + ", "
              + presence(schema, schema.geometries().withMeasures())
              + ")");
      String box = schema.extent().map(Extent::toString).orElse("NULL, NULL, NULL, NULL");
      statement.execute(
          "INSERT INTO gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x,"
              + " max_y, srs_id) VALUES ('features', 'features', 'features', "
              + box
              + ", "
              + srs
              + ")");
    }
  }

  /**
   * Returns the code by which the standard says how many features have z, or how many have m: 0 for
   * none, 1 for all, 2 for some.
   *
   * @param features number of features that have z or m, respectively
   */
  private static int presence(FeatureSchema schema, long features) {
    long geometries = schema.count() - schema.geometries().withoutGeometry();
    return features == 0 ? 0 : features == geometries ? 1 : 2;
  }

  /** Returns an unused name for an additional column. */
  private static String freeName(FeatureSchema schema, String usual, String other) {
    String name = usual;
    for (String next = other; ; next += "_") {
      if (schema.names().stream().noneMatch(name::equalsIgnoreCase)) {
        return name;
      }
      name = next;
    }
  }

  @Override
  public void write(long id, Geometry geometry, Object[] attributes) {
    try {
      insertion.setLong(1, id);
      insertion.setBytes(2, geometry == null ? null : blob(geometry));
      for (int i = 0; i < attributes.length; i++) {
        insertion.setObject(3 + i, GeoPackageType.stored(attributes[i]));
      }
      insertion.addBatch();
      if (++pending == BATCH) {
        insertion.executeBatch();
        pending = 0;
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private byte[] blob(Geometry geometry) {
    byte[] body = wkb.write(geometry);
    Envelope box = geometry.getEnvelopeInternal();
    return ByteBuffer.allocate(8 + 4 * Double.BYTES + body.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 'G')
        .put((byte) 'P')
        .put((byte) 0)
        .put(HEADER_FLAGS)
        .putInt(srs)
        .putDouble(box.getMinX())
        .putDouble(box.getMaxX())
        .putDouble(box.getMinY())
        .putDouble(box.getMaxY())
        .put(body)
        .array();
  }

  private RuntimeException failed(SQLException e) {
    SQLException cause = e;
    while (cause.getNextException() != null && !(cause instanceof SQLiteException)) {
      cause = cause.getNextException();
    }
    boolean isTwice =
        e.getMessage().contains("UNIQUE")
            || e.getMessage().contains("PRIMARYKEY")
            || cause.getErrorCode() == SQLiteErrorCode.SQLITE_CONSTRAINT.code;
    if (isTwice) {
      return new IllegalArgumentException(
          file.name()
              + ": an id occurs twice, but a GeoPackage needs unique ids; make the ids unique",
          e);
    }
    return new UncheckedIOException(new IOException(file.name() + ": " + e.getMessage(), e));
  }

  @Override
  public void close() {
    try (database) {
      insertion.executeBatch();
      database.commit();
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
