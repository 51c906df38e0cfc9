package org.flashgrove.lab.experiment.results;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;

/** Adds and finds rows of a database. */
record Rows(Connection connection) {

  /** Adds a row, and returns its row id. */
  long insert(String table, Row row) throws SQLException {
    String marks = String.join(", ", Collections.nCopies(row.values().size(), "?"));
    String sql =
        "INSERT INTO "
            + table
            + " ("
            + String.join(", ", row.values().keySet())
            + ") VALUES ("
            + marks
            + ")";
    try (PreparedStatement insert =
        connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
      bind(insert, row);
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        return keys.next() ? keys.getLong(1) : 0;
      }
    }
  }

  /** Returns the row id of the row with the given values. Adds the row if it does not exist. */
  long number(String table, Row row) throws SQLException {
    String same = String.join(" IS ? AND ", row.values().keySet()) + " IS ?";
    try (PreparedStatement find =
        connection.prepareStatement("SELECT rowid FROM " + table + " WHERE " + same)) {
      bind(find, row);
      try (ResultSet found = find.executeQuery()) {
        if (found.next()) {
          return found.getLong(1);
        }
      }
    }
    return insert(table, row);
  }

  private static void bind(PreparedStatement statement, Row row) throws SQLException {
    int at = 1;
    for (Object value : row.values().values()) {
      statement.setObject(at++, value);
    }
  }
}
