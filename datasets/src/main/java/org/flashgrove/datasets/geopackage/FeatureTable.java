package org.flashgrove.datasets.geopackage;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.CoordinateSystem;
import org.flashgrove.datasets.file.Excerpt;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;

/** Feature table of an open GeoPackage. */
final class FeatureTable implements Closeable {
  private static final int MOST_BYTES = 1 << 24;
  private static final int STEPS_AT_ONCE = 10_000;

  /**
   * Number of steps of SQLite's virtual machine that a file of any size may cause. Larger files may
   * cause more. Each column of a row takes a few steps.
   */
  private static final long LEAST_STEPS = 50_000_000;

  private static final long STEPS_A_BYTE = 1_000;

  private final String file;
  private final Path path;
  private final Connection database;
  private final Layer layer;
  private final String key;
  private final CoordinateSystem system;
  private final int columnCount;
  private int keyColumn;
  private int geometryColumn;
  private final List<String> names = new ArrayList<>();
  private final List<Integer> columns = new ArrayList<>();
  private final List<AttributeType> types = new ArrayList<>();
  private long stepsLeft;

  /** Opens a layer, or the only layer if {@code wanted} is null. */
  FeatureTable(Path path, String file, String wanted) {
    this.file = file;
    this.path = path;
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setPragma(SQLiteConfig.Pragma.LIMIT_LENGTH, Integer.toString(MOST_BYTES));
    Connection opened = null;
    try {
      opened = config.createConnection("jdbc:sqlite:" + path);
      limitWork(opened);
      layer = choose(opened, wanted);
      system = ReferenceSystems.read(opened, layer.srs);
      key = keyOf(opened, layer.table);
      try (PreparedStatement statement = opened.prepareStatement(selection() + " LIMIT 0")) {
        columnCount = statement.getMetaData().getColumnCount();
        readColumns(statement.getMetaData());
      }
      if (geometryColumn == 0) {
        throw damaged("table " + layer.table + " has no column " + layer.column, null);
      }
      database = opened;
    } catch (SQLException e) {
      close(opened);
      throw failed(e);
    } catch (RuntimeException e) {
      close(opened);
      throw e;
    }
  }

  private String selection() {
    return "SELECT * FROM " + quoted(layer.table);
  }

  private void readColumns(ResultSetMetaData found) throws SQLException {
    for (int i = 1; i <= columnCount; i++) {
      String column = found.getColumnName(i);
      if (column.equalsIgnoreCase(layer.column)) {
        geometryColumn = i;
      } else if (key != null && column.equalsIgnoreCase(key)) {
        keyColumn = i;
      } else {
        names.add(column);
        columns.add(i);
        types.add(GeoPackageType.typeOf(found.getColumnTypeName(i)));
      }
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
          file + ": has several layers; add --layer with one of " + known);
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
  private void limitWork(Connection opened) throws SQLException {
    allowWork();
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

  /** Allows as much work as a scan of the table may need. */
  void allowWork() {
    try {
      stepsLeft = LEAST_STEPS + STEPS_A_BYTE * Files.size(path);
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be read", e);
    }
  }

  /** Returns an exception for a failed query. */
  InputException failed(SQLException e) {
    return stepsLeft < 0
        ? damaged("asks for far more work than its size explains", e)
        : damaged("cannot be read as SQLite (" + e.getMessage() + ")", e);
  }

  private InputException damaged(String wrong, Exception cause) {
    return new InputException(file, 0, wrong, "a GeoPackage with a table of features", cause);
  }

  /** Starts a query for all rows, in the order of their keys. */
  ResultSet all() {
    try {
      Statement statement = database.createStatement();
      return statement.executeQuery(selection() + (key == null ? "" : " ORDER BY " + quoted(key)));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Returns a query for the rows between two keys, which are its parameters, inclusive. */
  PreparedStatement between() {
    try {
      String sorted = quoted(key) + " BETWEEN ? AND ? ORDER BY " + quoted(key);
      return database.prepareStatement(selection() + " WHERE " + sorted);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Returns a number that changes when another process changes the file. */
  long version() {
    try (Statement statement = database.createStatement();
        ResultSet found = statement.executeQuery("PRAGMA data_version")) {
      return found.getLong(1);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  String file() {
    return file;
  }

  CoordinateSystem system() {
    return system;
  }

  /** Returns the number of columns of the table. Columns are counted from 1. */
  int columnCount() {
    return columnCount;
  }

  /** Returns the column of the key; 0 if the table has no integer primary key. */
  int keyColumn() {
    return keyColumn;
  }

  int geometryColumn() {
    return geometryColumn;
  }

  /** Returns the names of the attributes. */
  List<String> names() {
    return names;
  }

  /** Returns the column of an attribute. */
  int columnOf(int attribute) {
    return columns.get(attribute);
  }

  AttributeType typeOf(int attribute) {
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
