package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flashgrove.cli.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Experiments in YAML, from the file to tables, plots and JSON. */
class MatrixExperimentTest {
  private static final String DOCUMENT =
      """
      experiment: tiny
      description: two buffers on two devices
      data:
        made: {generate: clusters, count: {small: 800, medium: 2000, full: 3000}, clusters: 5}
      workload: {windows: [0.1, 1], count: 10, snapshot: on, repeats: 2}
      matrix:
        data: made
        index: {quadratic: "rtree:split=quadratic", xbr: xbr}
        pageSize: 2K
        flash: {plain: "none:frames=8", efind: "efind:buffer=32K"}
        device: {nand: "nand:chip=thesis,size=12M,placement=home", memory: memory}
        precondition: seq
      references:
        - {where: {flash: plain}, figures: {build: {pages_written: 1234}}}
      tables:
        - name: build
          title: Build
          where: {device: nand}
          rows: [index, flash]
          against: {flash: plain}
          columns:
            - {title: written, figure: pages_written, phase: build}
            - {title: elsewhere, reference: pages_written, phase: build}
            - {title: change, change: pages_written, phase: build, decimals: 1}
            - {title: deviation, deviation: pages_written, phase: build}
            - {title: "ms", figure: virtual_micros, phase: [build, flush], divide: 1000, decimals: 2}
      plots:
        - {name: erases, title: Erases, where: {device: nand}, x: flash, series: [index],
           y: {title: erases, figure: erase_count, phase: build}}
      """;

  @TempDir private Path directory;

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  private static Run ok(String... args) {
    List<String> all = new ArrayList<>(List.of("run", "--scale", "small"));
    all.addAll(List.of(args));
    Run run = Run.ok(all.toArray(new String[0]));
    return run;
  }

  private static void bad(String message, String... args) {
    List<String> all = new ArrayList<>(List.of("run", "--scale", "small"));
    all.addAll(List.of(args));
    Run run = Run.of(all.toArray(new String[0]));
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.err())
        .contains(message)
        .containsPattern("allowed: |; (add|choose|give|omit|resume|set|use) ");
    assertThat(run.err().lines().count()).as(run.err()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void someStoresAreLeftOut() throws IOException {
    String file = file("some.yaml", DOCUMENT.replace("repeats: 2", "warmup: 0"));
    JsonNode some = ok("--json", "--only", "index=xbr", "--only", "flash=plain,efind", file).json();
    Set<String> indices = new HashSet<>();
    some.get("executions").forEach(e -> indices.add(e.at("/config/labels/index").asText()));
    assertThat(indices).containsExactly("xbr");
    bad("--only index=x: no such label at this scale", "--only", "index=x", file);
    bad("--only tree: no such axis", "--only", "tree=xbr", file);
    bad("--only", "--only", "index=xbr", "preset:lrun-fig8");
  }

  @Test
  void indexesOfBlocksRefuseStepsTheyDoNotKnow() throws IOException {
    String blocks =
        DOCUMENT
            .replace("{windows: [0.1, 1], count: 10, snapshot: on, repeats: 2}", "{steps: [load]}")
            .replace("{quadratic: \"rtree:split=quadratic\", xbr: xbr}", "INDEX")
            .replace("{plain: \"none:frames=8\", efind: \"efind:buffer=32K\"}", "FLASH")
            .replaceAll("(?s)references:.*", "");
    bad(
        "the index is its own buffer; use flash none",
        file("a.yaml", blocks.replace("INDEX", "grove").replace("FLASH", "efind")));
    String own = blocks.replace("FLASH", "none").replace("[load]", "[bulkLoad]");
    bad("allowed: order: hilbert", file("b.yaml", own.replace("INDEX", "lsm")));
    bad("allowed: order: hilbert", file("c.yaml", own.replace("INDEX", "grove")));
    ok(
        "--only",
        "device=nand",
        file("d.yaml", own.replace("INDEX", "grove").replace("[bulkLoad]", "[bulkLoad: hilbert]")));
  }

  @Test
  void objectsMoveMoreOftenThanThereAreButGoOnce() throws IOException {
    String moves =
        DOCUMENT
            .replace(
                "{windows: [0.1, 1], count: 10, snapshot: on, repeats: 2}",
                "{warmup: 0, steps: [load, {move: {count: 5000}}, {delete: 5000}]}")
            .replaceAll("(?s)references:.*", "");
    JsonNode run =
        ok("--json", "--only", "device=nand", "--only", "index=xbr", file("m.yaml", moves)).json();
    Map<String, Long> processed = new HashMap<>();
    for (JsonNode execution : run.get("executions")) {
      processed.put(
          execution.at("/config/phase").asText(),
          execution.at("/figures/processed_entries_num").asLong());
    }
    assertThat(processed.get("move")).isEqualTo(5_000);
    assertThat(processed.get("delete")).isEqualTo(processed.get("load")).isLessThan(5_000);
  }

  @Test
  void warmUpsLeaveCountsAsTheyAre() throws IOException {
    JsonNode usual = ok("--json", file("usual.yaml", DOCUMENT)).json();
    JsonNode cold =
        ok("--json", file("cold.yaml", DOCUMENT.replace("repeats: 2", "repeats: 2, warmup: 0")))
            .json();
    // two indices, two buffers, two devices
    assertThat(usual.get("warmUps").asInt()).isEqualTo(8);
    assertThat(cold.get("warmUps").asInt()).isZero();
    assertThat(withoutTimes(usual)).hasSize(64).isEqualTo(withoutTimes(cold));
  }

  /** Name and figures of each execution, without the times of this machine. */
  private static List<String> withoutTimes(JsonNode run) {
    List<String> lines = new ArrayList<>();
    for (JsonNode execution : run.get("executions")) {
      ObjectNode figures = execution.get("figures").deepCopy();
      assertThat(figures.remove(List.of("total_time", "total_cpu_time"))).isNotNull();
      if (!figures.has("virtual_micros")) {
        figures.remove(
            List.of("p50", "p95", "p99", "p999", "max").stream()
                .map(part -> "latency_" + part + "_micros")
                .toList());
      }
      lines.add(execution.get("name").asText() + figures);
    }
    return lines;
  }

  @Test
  void everyPhaseOfEveryStoreIsAnExecution() throws IOException {
    JsonNode json = ok("--json", file("tiny.yaml", DOCUMENT)).json();
    assertThat(json.get("experiment").asText()).endsWith("tiny.yaml");
    JsonNode executions = json.get("executions");
    assertThat(executions).hasSize(2 * 2 * 2 * 2 * 4);
    JsonNode build = executions.get(0);
    assertThat(build.get("name").asText()).isEqualTo("quadratic plain nand build");
    JsonNode config = build.get("config");
    assertThat(config.get("index").asText()).isEqualTo("rtree:split=quadratic");
    assertThat(config.get("pageSize").asInt()).isEqualTo(2048);
    assertThat(config.get("phase").asText()).isEqualTo("build");
    assertThat(config.get("labels").get("flash").asText()).isEqualTo("plain");
    JsonNode figures = build.get("figures");
    assertThat(figures.get("processed_entries_num").asInt()).isEqualTo(800);
    assertThat(figures.get("pages_written").asLong()).isPositive();
    assertThat(figures.get("split_leaf_num").asLong() + 1)
        .isEqualTo(figures.get("num_leaf_nodes").asLong());
    // Every program and read of the device takes its time, and nothing else does.
    assertThat(figures.get("virtual_micros").asDouble())
        .isEqualTo(
            30.0 * figures.get("read_count").asLong()
                + 300.0 * figures.get("write_count").asLong()
                + 2500.0 * figures.get("erase_count").asLong());
    assertThat(figures.get("write_count").asLong())
        .isGreaterThan(figures.get("log_write_count").asLong());
    assertThat(figures.get("erase_count").asLong()).isPositive();
    assertThat(executions.get(1).get("config").get("phase").asText()).isEqualTo("0.1%");
    assertThat(executions.get(3).get("config").get("phase").asText()).isEqualTo("flush");
    JsonNode inMemory = executions.get(4).get("figures");
    assertThat(inMemory.has("virtual_micros")).isFalse();
    assertThat(inMemory.get("pages_written")).isEqualTo(figures.get("pages_written"));
  }

  @Test
  void jobsChangeNoCount() throws IOException {
    String tiny = file("tiny.yaml", DOCUMENT);
    JsonNode alone = ok("--json", tiny).json().get("executions");
    JsonNode together = ok("--json", "--jobs", "3", tiny).json().get("executions");
    assertThat(together).hasSize(alone.size());
    for (int i = 0; i < alone.size(); i++) {
      assertThat(together.get(i).get("config")).isEqualTo(alone.get(i).get("config"));
      for (String figure : List.of("pages_read", "pages_written", "writes_log_num")) {
        assertThat(together.get(i).get("figures").get(figure))
            .as(alone.get(i).get("name") + " " + figure)
            .isEqualTo(alone.get(i).get("figures").get(figure));
      }
    }
  }

  @Test
  void tablesAndPlotsAreAsTheDocumentSays() throws IOException {
    Path markdown = directory.resolve("tables.md");
    Path plots = directory.resolve("plots");
    Run run =
        ok(
            file("tiny.yaml", DOCUMENT),
            "--markdown",
            markdown.toString(),
            "--plots",
            plots.toString(),
            "--progress");
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(2)).isEqualTo("Build");
    assertThat(lines.get(3)).matches("index +flash +written +elsewhere +change +deviation +ms");
    assertThat(lines.get(4)).matches("quadratic +plain +[0-9,]+ +1,234 +- +0 +[0-9,]+[.][0-9]{2}");
    assertThat(lines.get(5)).matches("quadratic +efind +[0-9,]+ +- +-[0-9.]+ % +0 +[0-9,.]+");
    assertThat(lines).hasSize(4 + 4);
    assertThat(run.err()).contains("flashgrove: xbr efind memory flush 2");
    assertThat(Files.readAllLines(markdown))
        .contains("## tiny", "### Build", "|---|---|---:|---:|---:|---:|---:|")
        .anyMatch(line -> line.startsWith("| quadratic | plain | "));
    assertThat(Files.size(plots.resolve("erases.png"))).isGreaterThan(1_000);
  }

  @Test
  void filesOfDataAreFoundOrReportedMissing() throws IOException {
    String points = "id,x,y\n1,0,0\n2,1,1\n3,0.5,0.5\n4,0.2,0.9\n";
    file("points.csv", points);
    String fromFile =
        file(
            "file.yaml",
            DOCUMENT.replaceFirst(
                "made: \\{generate.*\\}\\n", "made: {file: points.csv, rows: 3}\n"));
    JsonNode json = ok("--json", fromFile).json();
    assertThat(json.get("executions").get(0).get("figures").get("processed_entries_num").asInt())
        .isEqualTo(3);
    Path other = Files.createDirectory(directory.resolve("other"));
    bad("data set points.csv: not in " + other, fromFile, "--data-dir", other.toString());
    bad("is not a directory", fromFile, "--data-dir", other.resolve("none").toString());
  }

  @Test
  void mistakesAreOneLine() throws IOException {
    bad("line 1, column 1: unknown key", file("a.yaml", "experimint: x\n" + DOCUMENT));
    bad(
        "line 10, column 42: unknown flash-aware buffer 'efond'; allowed: none, efind",
        file("b.yaml", DOCUMENT.replace("\"efind:", "\"efond:")));
    bad(
        "two configurations share a row",
        file("c.yaml", DOCUMENT.replace("where: {device: nand}\n    rows", "rows")));
    bad("no such file", directory.resolve("none.yaml").toString());
  }
}
