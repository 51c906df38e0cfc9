package org.flashgrove.jmh.bench.peer;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Set;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.flashgrove.jmh.bench.data.BoxFile;

/**
 * Peer for DuckDB's R-tree through JDBC, with DuckDB's default memory and threads. An appender
 * fills a table of geometries, then the index is created. The jar contains neither the driver nor
 * the extension {@code spatial}; pass both files with {@code --driver}. If no file for the
 * extension is passed, DuckDB installs the extension from its repository.
 */
record DuckDbPeer(PeerSettings settings) implements Peer {
  private static final String EXTENSION = ".duckdb_extension";

  /**
   * @throws IllegalArgumentException if the driver is missing on the class path and was not passed
   */
  DuckDbPeer {
    boolean isGiven = settings.drivers().stream().anyMatch(file -> file.endsWith(".jar"));
    if (!isGiven && !isOnClassPath()) {
      throw new IllegalArgumentException(
          "duckdb: the JDBC driver is missing; give the file of duckdb_jdbc by --driver");
    }
  }

  private static boolean isOnClassPath() {
    try {
      Class.forName("org.duckdb.DuckDBDriver", false, DuckDbPeer.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  @Override
  public String description() {
    return "DuckDB by JDBC, R-tree of the extension spatial, memory and threads of its choice";
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(Ability.DURABLE, Ability.BULK, Ability.DOUBLES);
  }

  @Override
  public PeerIndex create(Path directory, Use use) throws SQLException {
    return open(directory);
  }

  @Override
  public PeerIndex open(Path directory) throws SQLException {
    Connection connection =
        DriverManager.getConnection("jdbc:duckdb:" + directory.resolve("boxes.duckdb"));
    execute(connection, load());
    return new Index(connection);
  }

  /** Returns the SQL statement that loads the extension {@code spatial}. */
  private String load() {
    return settings.drivers().stream()
        .filter(file -> file.endsWith(EXTENSION))
        .map(file -> "LOAD '" + file.replace("'", "''") + "'")
        .findFirst()
        .orElse("INSTALL spatial; LOAD spatial");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Table with its spatial index, in an open database. */
  private record Index(Connection connection) implements PeerIndex {
    @Override
    public void bulk(BoxFile data) throws SQLException {
      boolean isPoints = data.form().isPoints();
      execute(
          connection,
          isPoints
              ? "CREATE TABLE corners (id BIGINT, x DOUBLE, y DOUBLE)"
              : "CREATE TABLE corners (id BIGINT, x DOUBLE, y DOUBLE, x2 DOUBLE, y2 DOUBLE)");
      append(data);
      execute(
          connection,
          "CREATE TABLE boxes AS SELECT id, "
              + (isPoints ? "ST_Point(x, y)" : "ST_MakeEnvelope(x, y, x2, y2)")
              + " AS box FROM corners; DROP TABLE corners");
      execute(connection, "CREATE INDEX boxes_box ON boxes USING RTREE (box)");
      execute(connection, "CHECKPOINT");
    }

    private void append(BoxFile data) throws SQLException {
      try (DuckDBAppender rows =
          connection.unwrap(DuckDBConnection.class).createAppender("main", "corners")) {
        for (int i = 0; i < data.count(); i++) {
          rows.beginRow();
          rows.append(i + 1L);
          rows.append(data.minX(i));
          rows.append(data.minY(i));
          if (!data.form().isPoints()) {
            rows.append(data.maxX(i));
            rows.append(data.maxY(i));
          }
          rows.endRow();
        }
      }
    }

    @Override
    public boolean hasOwnThreads() {
      return true;
    }

    @Override
    public PeerReader reader() {
      return new Reader(connection);
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  /**
   * Runs queries. A window is a constant in the SQL statement, because DuckDB uses its index only
   * for constants.
   */
  private record Reader(Connection connection) implements PeerReader {
    @Override
    public void window(double minX, double minY, double maxX, double maxY, Answer answer)
        throws SQLException {
      try (PreparedStatement select = select("id", minX, minY, maxX, maxY);
          ResultSet found = select.executeQuery()) {
        while (found.next()) {
          answer.add(found.getLong(1));
        }
      }
    }

    @Override
    public long count(double minX, double minY, double maxX, double maxY) throws SQLException {
      try (PreparedStatement select = select("count(*)", minX, minY, maxX, maxY);
          ResultSet found = select.executeQuery()) {
        found.next();
        return found.getLong(1);
      }
    }

    private PreparedStatement select(
        String columns, double minX, double minY, double maxX, double maxY) throws SQLException {
      return connection.prepareStatement(
          "SELECT "
              + columns
              + " FROM boxes WHERE ST_Intersects(box, ST_MakeEnvelope("
              + minX
              + ", "
              + minY
              + ", "
              + maxX
              + ", "
              + maxY
              + "))");
    }
  }
}
