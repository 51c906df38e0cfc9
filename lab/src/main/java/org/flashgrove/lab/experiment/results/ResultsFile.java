package org.flashgrove.lab.experiment.results;

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
import java.util.List;
import org.flashgrove.datasets.InputException;
import org.flashgrove.lab.experiment.Archive;
import org.flashgrove.lab.experiment.Details;
import org.flashgrove.lab.experiment.Execution;
import org.sqlite.SQLiteConfig;

/**
 * SQLite file with the executions of one run, in tables like those of the benchmark framework
 * FESTIval. Each unit (group of executions) is written in one transaction, so after an interruption
 * the file contains all complete units.
 */
public final class ResultsFile implements Archive, AutoCloseable {
  private static final String ALLOWED = "a file that run --results made";

  private final Path file;
  private final Connection connection;
  private final Rows rows;
  private final ExecutionTables executionTables;
  private RunFacts facts;

  private ResultsFile(Path file, boolean readOnly) throws SQLException {
    this.file = file;
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(readOnly);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    connection = config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
    connection.setAutoCommit(false);
    rows = new Rows(connection);
    executionTables = new ExecutionTables(connection, rows);
  }

  /**
   * Creates a file for a run.
   *
   * @throws IllegalArgumentException if the file exists
   */
  public static ResultsFile create(Path file, RunFacts facts) {
    if (Files.exists(file)) {
      throw new IllegalArgumentException(
          "--results " + file + ": already exists; choose a new file, or add --resume");
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
   * Opens the file of an interrupted run in order to continue the run.
   *
   * @throws IllegalArgumentException if the file belongs to another run, or to another commit of
   *     the program
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
              + " belongs to "
              + differs
              + "; resume with the same experiment, scale, seed and commit, or choose a new file");
    }
    return results;
  }

  /**
   * Opens a file for reading.
   *
   * @throws InputException if the file does not exist, or is not a results file
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
        new Row()
            .with("run_id", 1)
            .with("experiment", run.experiment())
            .with("description", run.description())
            .with("scale", run.scale())
            .with("seed", run.seed())
            .with("document", run.document())
            .with("machine", JsonMembers.write(run.machine()))
            .with("commit_id", run.commit())
            .with("started", Instant.now().toString()));
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
              JsonMembers.read(run.getString("machine")));
    }
  }

  /** Returns the description of the run. */
  public RunFacts facts() {
    return facts;
  }

  /** Returns whether the run is complete. */
  public synchronized boolean isFinished() {
    try (Statement statement = connection.createStatement();
        ResultSet run = statement.executeQuery("SELECT finished IS NOT NULL FROM run")) {
      return run.next() && run.getBoolean(1);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * Marks the run as complete.
   *
   * @param warmUps number of executions that were not counted
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

  /** Returns all executions in insertion order. */
  public synchronized List<StoredExecution> executions() {
    return select("WHERE ? IS NOT NULL", "all");
  }

  private List<StoredExecution> select(String where, String value) {
    try {
      return executionTables.select(where, value);
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
      executionTables.insert(unit, executions);
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
      // The earlier failure is more informative.
    }
  }

  /**
   * Returns the latencies of an execution's queries. Each pair is a latency in microseconds and the
   * number of queries that had it.
   */
  public List<double[]> latencies(long number) {
    return numbers("SELECT micros, queries FROM latency WHERE pe_id = ? ORDER BY micros", number);
  }

  /**
   * Returns the page reads and writes of an execution in order. Each pair is 1 for a write or 0 for
   * a read, and the number of the page.
   */
  public List<double[]> order(long number) {
    return numbers(
        "SELECT op_type = 'WRITE', page_id FROM readwriteorder WHERE pe_id = ? ORDER BY rw_order",
        number);
  }

  /** Returns the recorded nodes of an execution's tree. */
  public synchronized List<Details.Node> nodes(long number) {
    try {
      return executionTables.nodes(number);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private synchronized List<double[]> numbers(String sql, long number) {
    try {
      return executionTables.numbers(sql, number);
    } catch (SQLException e) {
      throw failed(e);
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
