package org.flashgrove.lab.experiment.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.datasets.InputException;
import org.flashgrove.lab.experiment.Archive;
import org.flashgrove.lab.experiment.Details;
import org.flashgrove.lab.experiment.Execution;
import org.flashgrove.lab.experiment.PageOrder;
import org.sqlite.SQLiteConfig;

/**
 * The executions of one run in a file of SQLite, with the tables of FESTIval. A unit of executions
 * is one transaction: a run that is stopped keeps those that are complete.
 */
public final class ResultsFile implements Archive, AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<LinkedHashMap<String, Object>> MEMBERS =
      new TypeReference<>() {};
  private static final String ALLOWED = "a file that run --results made";
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Path file;
  private final Connection connection;
  private final Rows rows;
  private final List<String> columns = new ArrayList<>();
  private RunFacts facts;

  private ResultsFile(Path file, boolean readOnly) throws SQLException {
    this.file = file;
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(readOnly);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    connection = config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
    connection.setAutoCommit(false);
    rows = new Rows(connection);
  }

  /**
   * Makes a file for a run.
   *
   * @throws IllegalArgumentException if there is one of that name
   */
  public static ResultsFile create(Path file, RunFacts facts) {
    if (Files.exists(file)) {
      throw new IllegalArgumentException(
          "--results " + file + " is there (allowed: a new file, or --resume)");
    }
    ResultsFile results = null;
    try {
      if (file.toAbsolutePath().getParent() != null) {
        Files.createDirectories(file.toAbsolutePath().getParent());
      }
      results = new ResultsFile(file, false);
      results.begin(facts);
      return results;
    } catch (SQLException | IOException e) {
      close(results);
      throw new ResultsException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /**
   * Opens the file of a run to go on with it.
   *
   * @throws IllegalArgumentException if it is of another run, or of another commit of the program
   */
  public static ResultsFile resume(Path file, RunFacts facts) {
    if (!Files.exists(file)) {
      return create(file, facts);
    }
    ResultsFile results = open(file, false);
    RunFacts had = results.facts;
    String differs =
        !had.experiment().equals(facts.experiment())
            ? "experiment " + had.experiment()
            : !had.scale().equals(facts.scale())
                ? "scale " + had.scale()
                : had.seed() != facts.seed()
                    ? "seed " + had.seed()
                    : !had.commit().equals(facts.commit()) ? "commit " + had.commit() : null;
    if (differs != null) {
      results.close();
      throw new IllegalArgumentException(
          "--resume: "
              + file
              + " is of "
              + differs
              + " (allowed: the same experiment, scale, seed and commit, or a new file)");
    }
    return results;
  }

  /**
   * Opens a file for reading.
   *
   * @throws InputException if it is not there, or not one
   */
  public static ResultsFile read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new InputException(file.toString(), 0, "no such file", ALLOWED);
    }
    return open(file, true);
  }

  private static ResultsFile open(Path file, boolean readOnly) {
    ResultsFile results = null;
    try {
      results = new ResultsFile(file, readOnly);
      results.readFacts();
      return results;
    } catch (SQLException e) {
      close(results);
      throw new InputException(
          file.toString(), 0, "is no file of results: " + oneLine(e), ALLOWED, e);
    }
  }

  private static String oneLine(SQLException e) {
    return e.getMessage().strip().replaceAll("\\s+", " ");
  }

  private static void close(ResultsFile results) {
    if (results != null) {
      results.close();
    }
  }

  private void begin(RunFacts run) throws SQLException, IOException {
    try (InputStream schema = ResultsFile.class.getResourceAsStream("schema.sql");
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
    }
    rows.insert(
        "run",
        ConfigurationTables.row(
            "run_id",
            1,
            "experiment",
            run.experiment(),
            "description",
            run.description(),
            "scale",
            run.scale(),
            "seed",
            run.seed(),
            "document",
            run.document(),
            "machine",
            json(run.machine()),
            "commit_id",
            run.commit(),
            "started",
            Instant.now().toString()));
    connection.commit();
    readFacts();
  }

  private void readFacts() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet run = statement.executeQuery("SELECT * FROM run")) {
      if (!run.next()) {
        throw new SQLException("no run in it");
      }
      facts =
          new RunFacts(
              run.getString("experiment"),
              run.getString("description"),
              run.getString("scale"),
              run.getLong("seed"),
              run.getString("document"),
              members(run.getString("machine")));
    }
    try (Statement statement = connection.createStatement();
        ResultSet table = statement.executeQuery("PRAGMA table_info(execution)")) {
      while (table.next()) {
        columns.add(table.getString("name"));
      }
    }
  }

  /** What the run was. */
  public RunFacts facts() {
    return facts;
  }

  /** Whether the run came to its end. */
  public synchronized boolean isFinished() {
    try (Statement statement = connection.createStatement();
        ResultSet run = statement.executeQuery("SELECT finished IS NOT NULL FROM run")) {
      return run.next() && run.getBoolean(1);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * Notes that the run came to its end.
   *
   * @param warmUps executions that were not counted
   */
  public synchronized void finish(int warmUps) {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE run SET finished = ?, warm_ups = ?")) {
      update.setString(1, Instant.now().toString());
      update.setInt(2, warmUps);
      update.executeUpdate();
      connection.commit();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public synchronized List<Execution> find(String unit) {
    return select("WHERE unit = ?", unit).stream().map(StoredExecution::execution).toList();
  }

  /** All executions, in the order in which they were kept. */
  public synchronized List<StoredExecution> executions() {
    return select("WHERE ? IS NOT NULL", "all");
  }

  private List<StoredExecution> select(String where, String value) {
    List<StoredExecution> found = new ArrayList<>();
    String sql =
        "SELECT pe_id, execution_name, config, figures FROM execution " + where + " ORDER BY pe_id";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, value);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          Execution execution =
              new Execution(row.getString(2), members(row.getString(3)), members(row.getString(4)));
          found.add(new StoredExecution(row.getLong(1), execution));
        }
      }
      return found;
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public synchronized void keep(String unit, List<Execution> executions) {
    try {
      if (!find(unit).isEmpty()) {
        return;
      }
      Object index = null;
      for (Execution execution : executions) {
        if (index == null && execution.config().containsKey("flash")) {
          index = index(execution);
        }
        keep(unit, index, execution);
      }
      connection.commit();
    } catch (SQLException e) {
      rollBack();
      throw failed(e);
    }
  }

  private void rollBack() {
    try {
      connection.rollback();
    } catch (SQLException e) {
      // the failure before says more
    }
  }

  private Object index(Execution execution) throws SQLException {
    long configuration = new ConfigurationTables(rows).configuration(execution.config());
    String now = Instant.now().toString();
    return rows.insert(
        "spatialindex",
        ConfigurationTables.row(
            "config_id",
            configuration,
            "idx_name",
            execution.name(),
            "idx_creation",
            now,
            "idx_last_mod",
            now));
  }

  private void keep(String unit, Object index, Execution execution) throws SQLException {
    Map<String, Object> row =
        ConfigurationTables.row(
            "run_id",
            1,
            "idx_id",
            index,
            "execution_name",
            execution.name(),
            "unit",
            unit,
            "stored",
            Instant.now().toString(),
            "config",
            json(execution.config()),
            "figures",
            json(execution.figures()));
    Map<String, Object> figures = execution.figures();
    figures.forEach(
        (name, value) -> {
          if (columns.contains(name)) {
            row.put(name, value);
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
    keep(number, execution.details());
  }

  /** A row of figures in a table of their own, if they are there. */
  private void part(String table, long number, Map<String, Object> figures, List<String> names)
      throws SQLException {
    if (figures.get(names.get(0)) == null || figures.get(names.get(1)) == null) {
      return;
    }
    Map<String, Object> row = ConfigurationTables.row("pe_id", number);
    names.forEach(name -> row.put(name, figures.get(name)));
    rows.insert(table, row);
  }

  private void keep(long number, Details details) throws SQLException {
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
      NodeTable.insert(connection, number, details.nodes());
    }
  }

  /** Latencies of single queries of an execution: microseconds and how many took that long. */
  public List<double[]> latencies(long number) {
    return numbers(
        "SELECT micros, queries FROM latency WHERE pe_id = ? ORDER BY micros", number, 2);
  }

  /** Pages of an execution in their order: 1 for a write, else 0, and the page. */
  public List<double[]> order(long number) {
    return numbers(
        "SELECT op_type = 'WRITE', page_id FROM readwriteorder WHERE pe_id = ? ORDER BY rw_order",
        number,
        2);
  }

  /** The nodes that were kept of an execution's tree. */
  public synchronized List<Details.Node> nodes(long number) {
    try {
      return NodeTable.select(connection, number);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private synchronized List<double[]> numbers(String sql, long number, int width) {
    List<double[]> found = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, number);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          double[] values = new double[width];
          for (int i = 0; i < width; i++) {
            values[i] = row.getDouble(i + 1);
          }
          found.add(values);
        }
      }
      return found;
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> members(String text) throws SQLException {
    try {
      return JSON.readValue(text, MEMBERS);
    } catch (JsonProcessingException e) {
      throw new SQLException("a row that is no JSON", e);
    }
  }

  private ResultsException failed(SQLException e) {
    return new ResultsException(file + ": " + oneLine(e), e);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
