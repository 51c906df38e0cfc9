package org.flashgrove.lab.experiment.results;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.flashgrove.lab.experiment.Details;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.PageOrder;

/**
 * Reads and writes the executions of a results file. Each execution has a row in the table {@code
 * execution}. The statistics, latencies, page order and nodes of an execution are in other tables.
 */
final class ExecutionTables {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Connection connection;
  private final Rows rows;
  private final List<String> columns = new ArrayList<>();

  ExecutionTables(Connection connection, Rows rows) {
    this.connection = connection;
    this.rows = rows;
  }

  private List<String> columns() throws SQLException {
    if (columns.isEmpty()) {
      try (Statement statement = connection.createStatement();
          ResultSet table = statement.executeQuery("PRAGMA table_info(execution)")) {
        while (table.next()) {
          columns.add(table.getString("name"));
        }
      }
    }
    return columns;
  }

  /** Inserts the executions of one unit, a group that is stored together. Does not commit. */
  void insert(String unit, List<Execution> executions) throws SQLException {
    Object index = null;
    for (Execution execution : executions) {
      if (index == null && execution.config().containsKey("flash")) {
        index = index(execution);
      }
      insert(unit, index, execution);
    }
  }

  private Object index(Execution execution) throws SQLException {
    long configuration = new ConfigurationTables(rows).configuration(execution.config());
    String now = Instant.now().toString();
    return rows.insert(
        "spatialindex",
        new Row()
            .with("config_id", configuration)
            .with("idx_name", execution.name())
            .with("idx_creation", now)
            .with("idx_last_mod", now));
  }

  private void insert(String unit, Object index, Execution execution) throws SQLException {
    Row row =
        new Row()
            .with("run_id", 1)
            .with("idx_id", index)
            .with("execution_name", execution.name())
            .with("unit", unit)
            .with("stored", Instant.now().toString())
            .with("config", JsonMembers.write(execution.config()))
            .with("figures", JsonMembers.write(execution.figures()));
    Map<String, Object> figures = execution.figures();
    List<String> known = columns();
    figures.forEach(
        (name, value) -> {
          if (known.contains(name)) {
            row.with(name, value);
          }
        });
    long number = rows.insert("execution", row);
    part(
        "flashsimulatorstatistics",
        number,
        figures,
        List.of("read_count", "write_count", "erase_count"));
    part(
        "indexsnapshot",
        number,
        figures,
        List.of(
            "height",
            "num_int_nodes",
            "num_leaf_nodes",
            "avg_num_entries_pnode",
            "avg_coverage_area_pnode",
            "avg_overlap_area_pnode",
            "avg_dead_space_pnode"));
    insertDetails(number, execution.details());
  }

  /**
   * Inserts a row of measurements into a table. Does nothing if the execution lacks one of the
   * first two measurements in {@code names}.
   */
  private void part(String table, long number, Map<String, Object> figures, List<String> names)
      throws SQLException {
    if (figures.get(names.get(0)) == null || figures.get(names.get(1)) == null) {
      return;
    }
    Row row = new Row().with("pe_id", number);
    names.forEach(name -> row.with(name, figures.get(name)));
    rows.insert(table, row);
  }

  private void insertDetails(long number, Details details) throws SQLException {
    if (details.latencies() != null) {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO latency VALUES (?, ?, ?)")) {
        for (var value : details.latencies().recordedValues()) {
          insert.setLong(1, number);
          insert.setDouble(
              2,
              details.latencies().lowestEquivalentValue(value.getValueIteratedTo())
                  / NANOS_PER_MICRO);
          insert.setLong(3, value.getCountAddedInThisIterationStep());
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
    PageOrder order = details.order();
    if (order != null) {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO readwriteorder VALUES (?, ?, ?, ?, ?)")) {
        for (int i = 0; i < order.size(); i++) {
          insert.setLong(1, number);
          insert.setInt(2, i + 1);
          insert.setString(3, order.isWrite(i) ? "WRITE" : "READ");
          insert.setDouble(4, order.nanos(i) / NANOS_PER_SECOND);
          insert.setLong(5, order.page(i));
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
    if (details.nodes() != null) {
      NodeRows.insert(connection, number, details.nodes());
    }
  }

  /** Returns the executions that satisfy an SQL condition, in insertion order. */
  List<StoredExecution> select(String where, String value) throws SQLException {
    List<StoredExecution> found = new ArrayList<>();
    String sql =
        "SELECT pe_id, execution_name, config, figures FROM execution " + where + " ORDER BY pe_id";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, value);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          Execution execution =
              new Execution(
                  row.getString(2),
                  JsonMembers.read(row.getString(3)),
                  JsonMembers.read(row.getString(4)));
          found.add(new StoredExecution(row.getLong(1), execution));
        }
      }
      return found;
    }
  }

  /** Runs a query on the rows of one execution. Returns the result rows as numbers. */
  List<double[]> numbers(String sql, long number) throws SQLException {
    List<double[]> found = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, number);
      try (ResultSet row = select.executeQuery()) {
        int width = row.getMetaData().getColumnCount();
        while (row.next()) {
          double[] values = new double[width];
          for (int i = 0; i < values.length; i++) {
            values[i] = row.getDouble(i + 1);
          }
          found.add(values);
        }
      }
      return found;
    }
  }

  /** Returns the recorded nodes of an execution's tree. */
  List<Details.Node> nodes(long number) throws SQLException {
    return NodeRows.select(connection, number);
  }
}
