package org.flashgrove.datasets.geopackage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.core.geometry.WkbShape;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.feature.GeometryCursor;
import org.flashgrove.datasets.file.Excerpt;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;

/** Cursor over the rows of one feature table, in the order of their keys. */
final class GeoPackageFeatures extends GeometryCursor {
  private static final int MOST_BYTES = 1 << 24;
  private static final int STEPS_AT_ONCE = 10_000;

  /**
   * Number of steps of SQLite's virtual machine that a file of any size may cause. Larger files may
   * cause more. Each column of a row takes a few steps.
   */
  private static final long LEAST_STEPS = 50_000_000;

  private static final long STEPS_A_BYTE = 1_000;
  private static final int[] ENVELOPE_DOUBLES = {0, 4, 6, 6, 8};

  private final Connection database;
  private final ResultSet rows;
  private final CoordinateSystem system;
  private final int idColumn;
  private final int geometryColumn;
  private final List<String> names = new ArrayList<>();
  private final List<Integer> columns = new ArrayList<>();
  private final List<AttributeType> types = new ArrayList<>();
  private final WKBReader reader = new WKBReader(new GeometryFactory());
  private long stepsLeft;
  private long number;
  private Long id;

  /** Opens a layer, or the only layer if {@code layer} is null. */
  GeoPackageFeatures(Path path, String name, BadRowPolicy policy, String layer) {
    super(name, policy);
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setPragma(SQLiteConfig.Pragma.LIMIT_LENGTH, Integer.toString(MOST_BYTES));
    Connection opened = null;
    try {
      opened = config.createConnection("jdbc:sqlite:" + path);
      limitWork(opened, path);
      Layer chosen = choose(opened, layer);
      system = ReferenceSystems.read(opened, chosen.srs);
      Statement statement = opened.createStatement();
      String key = keyOf(opened, chosen.table);
      rows =
          statement.executeQuery(
              "SELECT * FROM "
                  + quoted(chosen.table)
                  + (key == null ? "" : " ORDER BY " + quoted(key)));
      int keyAt = 0;
      int geometryAt = 0;
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        String column = rows.getMetaData().getColumnName(i);
        if (column.equalsIgnoreCase(chosen.column)) {
          geometryAt = i;
        } else if (key != null && column.equalsIgnoreCase(key)) {
          keyAt = i;
        } else {
          names.add(column);
          columns.add(i);
          types.add(GeoPackageType.typeOf(rows.getMetaData().getColumnTypeName(i)));
        }
      }
      if (geometryAt == 0) {
        throw damaged("table " + chosen.table + " has no column " + chosen.column, null);
      }
      idColumn = keyAt;
      geometryColumn = geometryAt;
      database = opened;
    } catch (SQLException e) {
      close(opened);
      throw failed(e);
    } catch (RuntimeException e) {
      close(opened);
      throw e;
    }
  }

  /** Feature table, with its geometry column and the id of its coordinate system. */
  private record Layer(String table, String column, int srs) {}

  private Layer choose(Connection opened, String wanted) throws SQLException {
    List<Layer> layers = layers(opened);
    String known = String.join(", ", layers.stream().map(Layer::table).toList());
    if (layers.isEmpty()) {
      throw damaged(contentOf(opened), null);
    }
    if (wanted == null && layers.size() > 1) {
      throw new IllegalArgumentException(
          file() + ": has several layers; add --layer with one of " + known);
    }
    for (Layer layer : layers) {
      if (wanted == null || layer.table.equalsIgnoreCase(wanted)) {
        return layer;
      }
    }
    throw new IllegalArgumentException("layer " + wanted + " (allowed: --layer " + known + ")");
  }

  private static List<Layer> layers(Connection opened) throws SQLException {
    List<Layer> layers = new ArrayList<>();
    if (!ExistingLayers.has(opened, "gpkg_geometry_columns")) {
      return layers; // a GeoPackage without features need not have the table
    }
    try (Statement statement = opened.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT table_name, column_name, srs_id FROM gpkg_geometry_columns"
                    + " ORDER BY table_name LIMIT 1000")) {
      while (found.next()) {
        layers.add(new Layer(found.getString(1), found.getString(2), found.getInt(3)));
      }
    }
    return layers;
  }

  /** Describes a database without features by the kinds of its tables, such as tiles. */
  private static String contentOf(Connection opened) throws SQLException {
    if (!ExistingLayers.has(opened, "gpkg_contents")) {
      return "is a database of SQLite without the tables of a GeoPackage";
    }
    Map<String, List<String>> kinds = new TreeMap<>();
    try (Statement statement = opened.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT data_type, table_name FROM gpkg_contents ORDER BY table_name LIMIT 100")) {
      while (found.next()) {
        String kind = found.getString(1);
        String table = found.getString(2);
        if (kind != null && table != null) {
          kinds.computeIfAbsent(Excerpt.of(kind), each -> new ArrayList<>()).add(Excerpt.of(table));
        }
      }
    }
    if (kinds.isEmpty()) {
      return "is a GeoPackage without tables";
    }
    List<String> texts = new ArrayList<>();
    kinds.forEach((kind, tables) -> texts.add(kind + " (" + String.join(", ", tables) + ")"));
    return "is a GeoPackage without features, only with " + String.join(" and ", texts);
  }

  private static String keyOf(Connection opened, String table) throws SQLException {
    try (Statement statement = opened.createStatement();
        ResultSet columns = statement.executeQuery("PRAGMA table_info(" + quoted(table) + ")")) {
      while (columns.next()) {
        if (columns.getInt("pk") == 1 && columns.getString("type").equalsIgnoreCase("INTEGER")) {
          return columns.getString("name");
        }
      }
      return null;
    }
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /**
   * Limits the work of queries in proportion to the file size. Otherwise views or false row counts
   * in a file could cause endless work.
   */
  private void limitWork(Connection opened, Path path) throws SQLException {
    try {
      stepsLeft = LEAST_STEPS + STEPS_A_BYTE * Files.size(path);
    } catch (IOException e) {
      throw new UncheckedIOException(file() + ": cannot be read", e);
    }
    ProgressHandler.setHandler(
        opened,
        STEPS_AT_ONCE,
        new ProgressHandler() {
          @Override
          protected int progress() {
            stepsLeft -= STEPS_AT_ONCE;
            return stepsLeft < 0 ? 1 : 0;
          }
        });
  }

  private InputException failed(SQLException e) {
    return stepsLeft < 0
        ? damaged("asks for far more work than its size explains", e)
        : damaged("cannot be read as SQLite (" + e.getMessage() + ")", e);
  }

  private InputException damaged(String wrong, Exception cause) {
    return new InputException(file(), 0, wrong, "a GeoPackage with a table of features", cause);
  }

  @Override
  protected boolean advance() {
    try {
      if (!rows.next()) {
        return false;
      }
      number++;
      id = idColumn == 0 ? null : (Long) rows.getLong(idColumn);
      return true;
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  protected Geometry read() {
    try {
      byte[] blob = rows.getBytes(geometryColumn);
      return blob == null ? null : geometry(blob);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Reads the header of a GeoPackage geometry, and the WKB after it. */
  private Geometry geometry(byte[] blob) {
    int flags = blob.length < 8 ? 0xff : blob[3];
    int envelope = flags >> 1 & 7;
    boolean isStandard =
        blob.length >= 8 && blob[0] == 'G' && blob[1] == 'P' && (flags & 0x20) == 0;
    if (!isStandard || envelope >= ENVELOPE_DOUBLES.length) {
      throw problem("a geometry without the header of a GeoPackage", "standard geometries");
    }
    int start = 8 + 8 * ENVELOPE_DOUBLES[envelope];
    if (start > blob.length) {
      throw problem("a geometry that ends too early", "standard geometries");
    }
    byte[] bytes = Arrays.copyOfRange(blob, start, blob.length);
    try {
      WkbShape.require(bytes);
      return reader.read(bytes);
    } catch (ParseException | IllegalArgumentException e) {
      throw problem(String.valueOf(e.getMessage()), "well-known binary");
    }
  }

  @Override
  protected String place() {
    return "row " + number;
  }

  @Override
  public CoordinateSystem coordinateSystem() {
    return system;
  }

  @Override
  protected Object givenId() {
    return id;
  }

  @Override
  protected long number() {
    return number;
  }

  @Override
  public List<String> attributeNames() {
    return names;
  }

  @Override
  public Object attribute(int attribute) {
    try {
      return GeoPackageType.value(types.get(attribute), rows.getObject(columns.get(attribute)));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public AttributeType declaredType(int attribute) {
    return types.get(attribute);
  }

  static void close(Connection opened) {
    try {
      if (opened != null) {
        opened.close();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    close(database);
  }
}
