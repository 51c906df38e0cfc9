package org.flashgrove.jmh.bench.peer;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.sqlite.SQLiteJDBCLoader;

/**
 * Peer for an SQLite table with a separate R*Tree, with a write-ahead log and synchronous=FULL. The
 * peer's memory setting is the size of each connection's page cache, and also the size of the
 * memory-mapped part of the file.
 */
final class SqliteTablePeer extends SqlTablePeer {
  private final PeerSettings settings;

  SqliteTablePeer(PeerSettings settings) {
    this.settings = settings;
  }

  @Override
  public String description() {
    return "SQLite "
        + SQLiteJDBCLoader.getVersion()
        + ", table with R*Tree, WAL, synchronous=FULL, cache_size and mmap_size of "
        + settings.mebibytes()
        + " MiB";
  }

  @Override
  Connection connect(Path directory) throws SQLException {
    Connection connection =
        DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("places.db"));
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute("PRAGMA cache_size=-" + settings.memoryBytes() / 1024);
      statement.execute("PRAGMA mmap_size=" + settings.memoryBytes());
    }
    return connection;
  }

  @Override
  List<String> creation() {
    return List.of(
        "CREATE TABLE places(id INTEGER PRIMARY KEY, x REAL, y REAL, name TEXT, category TEXT,"
            + " amount INTEGER, score REAL)",
        "CREATE VIRTUAL TABLE boxes USING rtree(id, minx, maxx, miny, maxy)",
        "CREATE INDEX of_name ON places(name)",
        "CREATE INDEX of_category ON places(category)",
        "CREATE INDEX of_amount ON places(amount)");
  }

  @Override
  List<String> insertions() {
    return List.of(
        "INSERT INTO boxes(id, minx, miny, maxx, maxy) VALUES (?, ?, ?, ?, ?)",
        "INSERT INTO places VALUES (?, ?, ?, ?, ?, ?, ?)");
  }

  @Override
  int setPlace(PreparedStatement statement, int insertion, long id, double[] box)
      throws SQLException {
    int parameter = 1;
    statement.setLong(parameter++, id);
    statement.setDouble(parameter++, box[0]);
    statement.setDouble(parameter++, box[1]);
    if (insertion > 0) {
      return parameter;
    }
    statement.setDouble(parameter++, box[2]);
    statement.setDouble(parameter, box[3]);
    return 0;
  }

  @Override
  int setWindow(PreparedStatement query, double minX, double minY, double maxX, double maxY)
      throws SQLException {
    int parameter = 1;
    query.setDouble(parameter++, minX);
    query.setDouble(parameter++, minY);
    query.setDouble(parameter++, maxX);
    query.setDouble(parameter++, maxY);
    return parameter;
  }

  @Override
  String window() {
    return "SELECT "
        + COLUMNS
        + " FROM boxes b JOIN places r ON r.id = b.id"
        + " WHERE b.maxx >= ? AND b.maxy >= ? AND b.minx <= ? AND b.miny <= ?";
  }

  @Override
  void settle(Statement statement) throws SQLException {
    statement.execute("ANALYZE");
    statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  }
}
