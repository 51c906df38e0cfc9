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
import org.sqlite.SQLiteJDBCLoader;

/**
 * Peer for SQLite's R*Tree through JDBC, with a write-ahead log, synchronous=FULL and prepared
 * statements. The peer's memory setting is the size of each connection's page cache. All changes
 * share the connection of the index, so concurrent changes wait for each other. Each reader has its
 * own connection.
 */
final class SqlitePeer implements Peer {
  private final PeerSettings settings;

  SqlitePeer(PeerSettings settings) {
    this.settings = settings;
  }

  @Override
  public String description() {
    return "SQLite "
        + SQLiteJDBCLoader.getVersion()
        + ", R*Tree, WAL, synchronous=FULL, cache of "
        + settings.mebibytes()
        + " MiB";
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(
        Ability.DURABLE, Ability.INSERT, Ability.DELETE, Ability.MOVE_BY_ID, Ability.SMALL_HEAP);
  }

  @Override
  public PeerIndex create(Path directory, Use use) throws SQLException {
    Connection connection = connect(directory);
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE VIRTUAL TABLE boxes USING rtree(id, minx, maxx, miny, maxy)");
    }
    return new Index(connection, directory, use);
  }

  @Override
  public PeerIndex open(Path directory) throws SQLException {
    return new Index(connect(directory), directory, Use.LOAD);
  }

  private Connection connect(Path directory) throws SQLException {
    Connection connection =
        DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("boxes.db"));
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute("PRAGMA cache_size=-" + settings.memoryBytes() / 1024);
    }
    return connection;
  }

  /** Table of one course, the series of phases that run in a process. */
  private final class Index implements PeerIndex {
    private final Connection connection;
    private final Path directory;
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final PreparedStatement delete;

    Index(Connection connection, Path directory, Use use) throws SQLException {
      this.connection = connection;
      this.directory = directory;
      connection.setAutoCommit(use == Use.EACH_DURABLE);
      insert = connection.prepareStatement("INSERT INTO boxes VALUES (?, ?, ?, ?, ?)");
      update =
          connection.prepareStatement(
              "UPDATE boxes SET minx = ?2, maxx = ?3, miny = ?4, maxy = ?5 WHERE id = ?1");
      delete = connection.prepareStatement("DELETE FROM boxes WHERE id = ?");
    }

    private static void set(
        PreparedStatement statement, long id, double minX, double minY, double maxX, double maxY)
        throws SQLException {
      statement.setLong(1, id);
      statement.setDouble(2, minX);
      statement.setDouble(3, maxX);
      statement.setDouble(4, minY);
      statement.setDouble(5, maxY);
    }

    @Override
    public synchronized void insert(long id, double minX, double minY, double maxX, double maxY)
        throws SQLException {
      set(insert, id, minX, minY, maxX, maxY);
      insert.executeUpdate();
    }

    @Override
    public void moveById(long id, double[] to) throws SQLException {
      set(update, id, to[0], to[1], to[2], to[3]);
      update.executeUpdate();
    }

    @Override
    public void delete(long id, double[] box) throws SQLException {
      delete.setLong(1, id);
      delete.executeUpdate();
    }

    @Override
    public void commit() throws SQLException {
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
    }

    @Override
    public void flush() throws SQLException {
      commit();
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
      }
      connection.setAutoCommit(false);
    }

    @Override
    public PeerReader reader() throws SQLException {
      return new Reader(connect(directory));
    }

    @Override
    public void close() throws SQLException {
      commit();
      insert.close();
      update.close();
      delete.close();
      connection.close();
    }
  }

  /** Runs queries through its own connection. */
  private static final class Reader implements PeerReader {
    private final Connection connection;
    private final PreparedStatement select;

    Reader(Connection connection) throws SQLException {
      this.connection = connection;
      select =
          connection.prepareStatement(
              "SELECT id FROM boxes WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?");
    }

    @Override
    public void window(double minX, double minY, double maxX, double maxY, Answer answer)
        throws SQLException {
      select.setDouble(1, maxX);
      select.setDouble(2, minX);
      select.setDouble(3, maxY);
      select.setDouble(4, minY);
      try (ResultSet found = select.executeQuery()) {
        while (found.next()) {
          answer.add(found.getLong(1));
        }
      }
    }

    @Override
    public void close() throws SQLException {
      select.close();
      connection.close();
    }
  }
}
