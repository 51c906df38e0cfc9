package org.flashgrove.jmh.bench.peer;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.flashgrove.jmh.bench.data.SampleRow;

/**
 * Base class of peers for a database table through JDBC with prepared statements. Rows have a key,
 * a geometry and four attributes. The geometry and three attributes are indexed. Changes share a
 * connection, and each reader has its own.
 */
abstract class SqlTablePeer implements Peer {
  /** Columns that each query returns, in this order. */
  static final String COLUMNS = "r.id, r.x, r.name, r.category, r.amount, r.score";

  @Override
  public Set<Ability> abilities() {
    return EnumSet.of(Ability.DURABLE, Ability.INSERT, Ability.ROWS);
  }

  /** Opens a connection to the database in a directory. */
  abstract Connection connect(Path directory) throws SQLException;

  /** Returns the statements that create the table and its indexes. */
  abstract List<String> creation();

  /** Returns the statements that insert a row. */
  abstract List<String> insertions();

  /**
   * Sets the parameters of an insertion statement that come before the attributes: key and
   * geometry.
   *
   * @param insertion index of the statement in {@link #insertions}
   * @return number of the first attribute's parameter, or 0 if the statement has no attributes
   */
  abstract int setPlace(PreparedStatement statement, int insertion, long id, double[] box)
      throws SQLException;

  /** Returns the SQL text of the window query. */
  abstract String window();

  /**
   * Sets the parameters of the window query.
   *
   * @return number of the next parameter
   */
  abstract int setWindow(
      PreparedStatement query, double minX, double minY, double maxX, double maxY)
      throws SQLException;

  /** Prepares the database for fast queries. Called after a commit. */
  void settle(Statement statement) throws SQLException {}

  @Override
  public PeerIndex create(Path directory, Use use) throws SQLException {
    Connection connection = connect(directory);
    try (Statement statement = connection.createStatement()) {
      for (String each : creation()) {
        statement.execute(each);
      }
    }
    return new Index(connection, directory);
  }

  @Override
  public PeerIndex open(Path directory) throws SQLException {
    return new Index(connect(directory), directory);
  }

  /** Table of one course, the series of phases that run in a process. */
  private final class Index implements PeerIndex {
    private final Connection connection;
    private final Path directory;
    private final List<PreparedStatement> insertions = new ArrayList<>();
    private final PreparedStatement changeAmount;
    private final PreparedStatement changeScore;

    Index(Connection connection, Path directory) throws SQLException {
      this.connection = connection;
      this.directory = directory;
      connection.setAutoCommit(false);
      for (String each : insertions()) {
        insertions.add(connection.prepareStatement(each));
      }
      changeAmount = connection.prepareStatement("UPDATE places SET amount = ? WHERE id = ?");
      changeScore = connection.prepareStatement("UPDATE places SET score = ? WHERE id = ?");
    }

    @Override
    public void insert(long id, double minX, double minY, double maxX, double maxY)
        throws SQLException {
      double[] box = {minX, minY, maxX, maxY};
      for (int i = 0; i < insertions.size(); i++) {
        PreparedStatement each = insertions.get(i);
        int parameter = setPlace(each, i, id, box);
        if (parameter > 0) {
          each.setString(parameter++, SampleRow.name(id));
          each.setString(parameter++, SampleRow.category(id));
          each.setLong(parameter++, SampleRow.amount(id));
          each.setDouble(parameter, SampleRow.score(id));
        }
        each.executeUpdate();
      }
    }

    @Override
    public void changeAmount(long id, long amount) throws SQLException {
      changeAmount.setLong(1, amount);
      change(changeAmount, id);
    }

    @Override
    public void changeScore(long id, double score) throws SQLException {
      changeScore.setDouble(1, score);
      change(changeScore, id);
    }

    private static void change(PreparedStatement statement, long id) throws SQLException {
      statement.setLong(2, id);
      if (statement.executeUpdate() != 1) {
        throw new IllegalStateException(
            "entry " + id + ": does not exist, so it cannot be changed");
      }
    }

    @Override
    public void commit() throws SQLException {
      connection.commit();
    }

    @Override
    public void flush() throws SQLException {
      commit();
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        settle(statement);
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
      connection.close();
    }
  }

  /** Runs queries through its own connection. */
  private final class Reader implements PeerReader {
    private final Connection connection;
    private final PreparedStatement window;
    private final PreparedStatement windowOfCategory;
    private final PreparedStatement byKey;
    private final PreparedStatement byName;
    private final PreparedStatement leastAmounts;

    Reader(Connection connection) throws SQLException {
      this.connection = connection;
      String all = "SELECT " + COLUMNS + " FROM places r WHERE ";
      window = connection.prepareStatement(SqlTablePeer.this.window());
      windowOfCategory =
          connection.prepareStatement(SqlTablePeer.this.window() + " AND r.category = ?");
      byKey = connection.prepareStatement(all + "r.id = ?");
      byName = connection.prepareStatement(all + "r.name = ?");
      leastAmounts = connection.prepareStatement(all + "TRUE ORDER BY r.amount LIMIT ?");
    }

    private void answer(PreparedStatement query, Answer answer) throws SQLException {
      try (ResultSet found = query.executeQuery()) {
        while (found.next()) {
          answer.add(found.getLong(1));
          int column = 2;
          answer.keep(found.getDouble(column++));
          answer.keep(found.getString(column++).length() + found.getString(column++).length());
          answer.keep(found.getLong(column++) + found.getDouble(column));
        }
      }
    }

    @Override
    public void window(double minX, double minY, double maxX, double maxY, Answer answer)
        throws SQLException {
      setWindow(window, minX, minY, maxX, maxY);
      answer(window, answer);
    }

    @Override
    public void windowOfCategory(double[] corners, String category, Answer answer)
        throws SQLException {
      int parameter = setWindow(windowOfCategory, corners[0], corners[1], corners[2], corners[3]);
      windowOfCategory.setString(parameter, category);
      answer(windowOfCategory, answer);
    }

    @Override
    public void byKey(long key, Answer answer) throws SQLException {
      byKey.setLong(1, key);
      answer(byKey, answer);
    }

    @Override
    public void byName(String name, Answer answer) throws SQLException {
      byName.setString(1, name);
      answer(byName, answer);
    }

    @Override
    public void leastAmounts(int limit, Answer answer) throws SQLException {
      leastAmounts.setInt(1, limit);
      answer(leastAmounts, answer);
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
