package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.cli.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that keep their executions in a file, are stopped, and go on. */
class ResultsFileTest {
  private static final String DOCUMENT =
      """
      experiment: kept
      description: "two buffers on two devices"
      data: {made: {generate: clusters, count: 600, clusters: 5, sigma: 0.02}}
      workload: {windows: [1], count: 5, warmup: 0, seeds: 2, snapshot: on}
      matrix:
        data: made
        index: {rstar: "rstar", hilbert: "hilbert:s=2"}
        flash: {plain: "none:buffer=16K", efind: "efind:buffer=16K,unit=2", fast: "fast:buffer=16K"}
        device: "nand:size=16M,placement=home"
        pageSize: 1K
      tables:
        - name: build
          title: "Build"
          rows: [index, flash]
          columns: [{title: ms, figure: virtual_micros, phase: build, divide: 1000}]
      """;

  @TempDir private Path directory;
  private Path experiment;
  private Path results;

  @BeforeEach
  void write() throws IOException {
    experiment = Files.writeString(directory.resolve("kept.yaml"), DOCUMENT);
    results = directory.resolve("r.sqlite");
  }

  private Run run(String... more) {
    List<String> args = new ArrayList<>(List.of("run", experiment.toString(), "--json"));
    args.addAll(List.of(more));
    return Run.of(args.toArray(new String[0]));
  }

  private static List<String> withoutTimes(Run run) throws IOException {
    assertThat(run.exitCode()).as(run.err()).isZero();
    List<String> lines = new ArrayList<>();
    for (JsonNode execution : run.json().get("executions")) {
      ObjectNode figures = execution.get("figures").deepCopy();
      figures.remove(List.of("total_time", "total_cpu_time"));
      lines.add(execution.get("name").asText() + execution.get("config") + figures);
    }
    return lines;
  }

  private Object sql(String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + results);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? row.getObject(1) : null;
    }
  }

  private void change(String update) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + results);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(update);
    }
  }

  /** Leaves a file as a run leaves it that was stopped. */
  private void stopAfter(int executions) throws SQLException {
    for (String table :
        List.of(
            "execution",
            "flashsimulatorstatistics",
            "indexsnapshot",
            "printindex",
            "readwriteorder",
            "latency")) {
      change("DELETE FROM " + table + " WHERE pe_id > " + executions);
    }
    change("UPDATE run SET finished = NULL");
  }

  @Test
  void theTablesAreThoseOfFestival() throws IOException, SQLException {
    Run run = run("--results", results.toString(), "--page-order");
    JsonNode first = run.json().get("executions").get(0);
    assertThat(run.json().get("executions")).hasSize(2 * 3 * 2 * 3);
    assertThat(sql("SELECT count(*) FROM execution")).isEqualTo(36);
    assertThat(sql("SELECT count(*) FROM spatialindex")).isEqualTo(12);
    assertThat(sql("SELECT count(*) FROM indexconfiguration"))
        .as("the Hilbert R-tree's domain is that of the data, which differ by seed")
        .isEqualTo(9);
    assertThat(sql("SELECT count(*) FROM source")).isEqualTo(1);
    assertThat(
            sql(
                "SELECT group_concat(index_type) FROM (SELECT index_type FROM"
                    + " specializedconfiguration ORDER BY index_type)"))
        .isEqualTo("2,3,3,5,6,6,9,10,10");
    assertThat(sql("SELECT reinsertion_type FROM rstartree")).isEqualTo("CLOSE REINSERT");
    assertThat(sql("SELECT order_splitting_policy FROM hilbertrtree")).isEqualTo(2);
    assertThat(sql("SELECT buffer_size FROM efindconfiguration")).isEqualTo(16384);
    assertThat(sql("SELECT timestamp_percentage FROM efindconfiguration")).isEqualTo(60.0);
    assertThat(sql("SELECT flushing_policy FROM fastconfiguration"))
        .isEqualTo("FAST STAR FLUSHING POLICY");
    assertThat(sql("SELECT pages_written FROM execution WHERE pe_id = 1"))
        .isEqualTo(first.get("figures").get("pages_written").asInt());
    assertThat(sql("SELECT write_count FROM flashsimulatorstatistics WHERE pe_id = 1"))
        .isEqualTo(first.get("figures").get("write_count").asInt());
    assertThat(sql("SELECT num_leaf_nodes FROM indexsnapshot WHERE pe_id = 1"))
        .isEqualTo(first.get("figures").get("num_leaf_nodes").asInt());
    assertThat(sql("SELECT count(*) FROM printindex WHERE pe_id = 1 AND node_height = 0"))
        .isEqualTo(first.get("figures").get("num_leaf_nodes").asInt());
    assertThat(sql("SELECT count(*) FROM readwriteorder WHERE pe_id = 1 AND op_type = 'WRITE'"))
        .isEqualTo(first.get("figures").get("pages_written").asInt());
    assertThat(sql("SELECT count(*) FROM readwriteorder WHERE pe_id = 1 AND op_type = 'READ'"))
        .isEqualTo(first.get("figures").get("pages_read").asInt());
    assertThat(
            sql("SELECT json_extract(config, '$.queries.generator') FROM execution WHERE pe_id=2"))
        .isEqualTo("windows at entries of the data");
    assertThat(sql("SELECT json_extract(config, '$.queries.seed') FROM execution WHERE pe_id=2"))
        .isEqualTo(42);
    assertThat(sql("SELECT sum(queries) FROM latency WHERE pe_id = 2")).isEqualTo(5);
    assertThat(sql("SELECT finished IS NOT NULL FROM run")).isEqualTo(1);
    assertThat((String) sql("SELECT machine FROM run")).contains("\"commit\"", "\"filesystem\"");
  }

  @Test
  void aStoppedRunGoesOnToTheSameFigures() throws IOException, SQLException {
    List<String> whole = withoutTimes(run("--results", results.toString()));
    stopAfter(15);
    Object stored = sql("SELECT max(stored) FROM execution WHERE pe_id = 7");
    Run resumed = run("--results", results.toString(), "--resume");
    assertThat(withoutTimes(resumed)).isEqualTo(whole);
    assertThat(sql("SELECT stored FROM execution WHERE pe_id = 7")).isEqualTo(stored);
    assertThat(sql("SELECT count(*) FROM execution")).isEqualTo(36);
    assertThat(withoutTimes(run())).isEqualTo(whole);
  }

  @Test
  void anotherRunIsRefused() {
    assertThat(run("--results", results.toString()).exitCode()).isZero();
    bad("already exists; choose a new file, or add --resume", "--results", results.toString());
    bad("belongs to seed 42", "--results", results.toString(), "--resume", "--seed", "7");
    bad("belongs to scale medium", "--results", results.toString(), "--resume", "--scale", "small");
    bad("--resume: needs a results file; add --results FILE", "--resume");
    bad("--seeds 0 (allowed: 1 to 1000)", "--seeds", "0");
    bad("is no file of results", "--results", experiment.toString(), "--resume");
  }

  private void bad(String message, String... args) {
    Run run = run(args);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.err())
        .contains(message)
        .containsPattern("allowed: |; (add|choose|give|omit|resume|set|use) ");
    assertThat(run.err().lines().count()).as(run.err()).isEqualTo(1);
  }

  @Test
  void everyObjectSaysWhatItWasMadeOn() throws IOException {
    for (String[] args :
        new String[][] {
          {"settings", "efind", "--json"},
          {"run", "--list", "--json"},
          {"create", directory.resolve("s").toString(), "--device", "buffered", "--json"},
          {"check", directory.resolve("s").toString(), "--json"}
        }) {
      JsonNode machine = Run.of(args).json().get("machine");
      assertThat(machine).as(String.join(" ", args)).isNotNull();
      for (String fact :
          List.of("commit", "java", "os", "cpu", "cores", "filesystem", "device", "date")) {
        assertThat(machine.get(fact).asText()).as(fact).isNotBlank();
      }
    }
  }

  @Test
  void presetsInJavaAreKeptToo() throws IOException, SQLException {
    Run run =
        Run.ok("run", "preset:lrun-fig8", "--scale", "small", "--results", results.toString());
    Object all = sql("SELECT count(*) FROM execution");
    assertThat((Integer) all).isPositive();
    stopAfter(3);
    Run.ok(
        "run", "preset:lrun-fig8", "--scale", "small", "--resume", "--results", results.toString());
    assertThat(sql("SELECT count(*) FROM execution")).isEqualTo(all);
  }
}
