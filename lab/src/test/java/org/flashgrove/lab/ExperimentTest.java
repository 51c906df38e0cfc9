package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.flashgrove.cli.Run;
import org.flashgrove.lab.experiment.Preset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Experiments by name, and the figures of LRU-N beside those of its paper. */
class ExperimentTest {
  @TempDir private Path directory;

  private static JsonNode run(String... more) throws IOException {
    List<String> args = new ArrayList<>(List.of("run", "--json"));
    args.addAll(List.of(more));
    Run run = Run.ok(args.toArray(new String[0]));
    return run.json();
  }

  private static void bad(String message, String... args) {
    Run run = Run.of(args);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.err())
        .contains(message)
        .containsPattern("allowed: |; (add|choose|give|omit|resume|set|use) ");
    assertThat(run.err().lines().count()).as(run.err()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
  }

  private static JsonNode execution(JsonNode json, String... config) {
    for (JsonNode each : json.get("executions")) {
      boolean found = true;
      for (int i = 0; i < config.length; i += 2) {
        found &= each.get("config").get(config[i]).asText().equals(config[i + 1]);
      }
      if (found) {
        return each.get("figures");
      }
    }
    throw new AssertionError("no execution of " + String.join(" ", config));
  }

  /** Tolerances by distribution, LRU-N and LRU-P; Zipf under LRU-P contradicts the paper's text. */
  @Test
  void figure11IsReproduced() throws IOException {
    JsonNode json = run("preset:lrun-fig11", "--scale", "small");
    assertThat(json.get("experiment").asText()).isEqualTo("preset:lrun-fig11");
    assertThat(json.get("executions")).hasSize(3 * 2 * 4);
    double[][] tolerance = {{3, 3}, {5, 5}, {5, 12}};
    long[][] reference = {{153_190, 169_167}, {86_697, 111_118}, {64_046, 79_546}};
    String[] distributions = {"uniform", "normal", "zipf"};
    String[] buffers = {"lru-n", "lru-p"};
    for (int d = 0; d < 3; d++) {
      for (int b = 0; b < 2; b++) {
        JsonNode figures =
            execution(
                json, "distribution", distributions[d], "buffer", buffers[b], "queries", "100000");
        assertThat(figures.get("deviation_percent").asDouble())
            .isBetween(-tolerance[d][b], tolerance[d][b]);
        assertThat(figures.get("misses").asDouble())
            .isCloseTo(reference[d][b], within(reference[d][b] * 0.015));
        assertThat(figures.get("misses").asLong() + figures.get("hits").asLong())
            .isEqualTo(200_000);
        assertThat(figures.get("live_pages").asInt()).isEqualTo(156);
      }
    }
  }

  @Test
  void figure12HasTheOrderOfThePaper() throws IOException {
    JsonNode json = run("preset:lrun-fig12", "--scale", "small", "--seed", "7");
    double[][] improvement = {{7, 11}, {18, 26}, {16, 24}};
    String[] distributions = {"uniform", "normal", "zipf"};
    long before = Long.MAX_VALUE;
    for (int d : new int[] {0, 1, 2}) {
      for (String pages : List.of("4", "8", "16")) {
        JsonNode byNode =
            execution(json, "distribution", distributions[d], "buffer", "lru-n", "pages", pages);
        JsonNode byPage =
            execution(json, "distribution", distributions[d], "buffer", "lru-p", "pages", pages);
        JsonNode optimal =
            execution(json, "distribution", distributions[d], "buffer", "opt", "pages", pages);
        assertThat(byNode.get("misses").asLong()).isLessThan(byPage.get("misses").asLong());
        assertThat(optimal.get("misses").asLong()).isLessThan(byPage.get("misses").asLong());
        if (pages.equals("4")) {
          assertThat(byNode.get("improvement_percent").asDouble())
              .isBetween(improvement[d][0], improvement[d][1]);
          assertThat(byNode.get("misses").asLong()).isLessThan(before);
          before = byNode.get("misses").asLong();
        }
      }
    }
  }

  @Test
  void figure19SavesAQuarterToAThird() throws IOException {
    JsonNode json = run("preset:lrun-fig19", "--scale", "small");
    int reductions = 0;
    for (JsonNode each : json.get("executions")) {
      if (each.get("config").get("k").asDouble() == 0.7) {
        assertThat(each.get("figures").get("reduction_percent").asDouble()).isBetween(25.0, 35.0);
        reductions++;
      }
    }
    assertThat(reductions).isEqualTo(7);
  }

  @Test
  void figures8And9FollowFormulaOne() throws IOException {
    Path written = directory.resolve("fig8.md");
    JsonNode heights =
        run("preset:lrun-fig8", "--scale", "small", "--markdown", written.toString());
    assertThat(Files.readAllLines(written))
        .as("a row for each execution, a title row and a rule")
        .filteredOn(line -> line.startsWith("|"))
        .hasSize(heights.get("executions").size() + 2);
    assertThat(execution(heights, "k", "0.5", "entries", "10000").get("height").asDouble())
        .isCloseTo(3.05, within(0.01));
    assertThat(execution(heights, "k", "0.9", "entries", "1000000").get("height").asDouble())
        .isZero();
    Path plots = directory.resolve("plots");
    JsonNode shares = run("preset:lrun-fig9", "--plots", plots.toString());
    assertThat(execution(shares, "figure", "9a", "entries", "10000").get("k").asDouble())
        .isCloseTo(0.796, within(0.001));
    assertThat(Files.size(plots.resolve("lrun-fig9a.png"))).isGreaterThan(1_000);
    assertThat(Files.size(plots.resolve("lrun-fig9b.png"))).isGreaterThan(1_000);
  }

  @Test
  void tracesGiveTheirBlocksAsKeys() throws IOException {
    Path trace = directory.resolve("made.spc");
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      // every third request is beyond the blocks that are keys
      long block = i % 3 == 2 ? 10_000 + i : (long) i * i % 97 * 100;
      rows.append(i % 2).append(',').append(block).append(",4096,").append(i % 2 == 0 ? "r" : "W");
      rows.append(',').append(i / 1_000.0).append(i % 5 == 0 ? ",more" : "").append('\n');
    }
    Files.writeString(trace, rows);
    for (String figure : List.of("13", "14", "17", "18")) {
      JsonNode json = run("preset:lrun-fig" + figure, "--trace", trace.toString());
      assertThat(json.get("executions")).hasSize(3 * 3 * 4);
      JsonNode config = json.get("executions").get(0).get("config");
      assertThat(config.get("queries").asInt()).isEqualTo(2_000);
      assertThat(config.get("distribution").asText()).isEqualTo("trace");
      assertThat(execution(json, "buffer", "opt", "pages", "16", "k", "0.5").get("misses").asLong())
          .isPositive()
          .isLessThanOrEqualTo(
              execution(json, "buffer", "lru-p", "pages", "16", "k", "0.5").get("misses").asLong());
    }
    JsonNode made = run("preset:lrun-fig13", "--scale", "small");
    assertThat(made.get("executions")).hasSize(3 * 3 * 4);
    JsonNode madeConfig = made.get("executions").get(0).get("config");
    assertThat(madeConfig.get("trace").asText()).isEqualTo("made: Zipf, exponent 0.99");
    assertThat(madeConfig.get("queries").asInt()).isEqualTo(20_000);
    bad("replays no trace", "run", "preset:lrun-fig12", "--trace", trace.toString());
    Files.writeString(trace, "0,10000,512,r,0\n");
    bad("blocks 0 to 9999", "run", "preset:lrun-fig13", "--trace", trace.toString());
  }

  @Test
  void tablesAreForPeople() {
    Run run = Run.ok("run", "preset:lrun-fig19", "--scale", "small");
    List<String> lines = run.out().lines().toList();
    assertThat(lines).hasSize(2 + 14);
    assertThat(lines.get(1)).startsWith("figure").contains("k", "live_pages");
    assertThat(lines.get(3)).contains("19a", "0.7", "5000", "55");
  }

  @Test
  void presetsTakeOtherValuesOfWhatTheyVary() throws IOException {
    Run run =
        Run.ok(
            "run",
            "preset:lrun-fig12",
            "--scale",
            "small",
            "--json",
            "--set",
            "k=0.3",
            "--set",
            "n=2000",
            "--set",
            "pages=4,8");
    JsonNode executions = run.json().get("executions");
    assertThat(executions).isNotEmpty();
    for (JsonNode each : executions) {
      assertThat(each.at("/config/k").asDouble()).isEqualTo(0.3);
      assertThat(each.at("/config/entries").asInt()).isEqualTo(2_000);
      assertThat(each.at("/config/pages").asInt()).isIn(4, 8);
    }
    for (String wrong : List.of("colour=3", "k=x")) {
      Run refused = Run.of("run", "preset:lrun-fig12", "--scale", "small", "--set", wrong);
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.err()).contains("allowed: ");
    }
  }

  @Test
  void theHelpNamesThePresets() {
    Run help = Run.ok("run", "--help");
    assertThat(help.out().replaceAll("\\s+", ""))
        .contains("preset:lrun-fig8", "preset:lrun-fig19", "preset:thesis-6.6-temporal", "--trace");
  }

  @Test
  void theListDescribesEachPreset() throws IOException {
    Run list = Run.ok("run", "--list", "--json");
    JsonNode presets = list.json().get("presets");
    assertThat(presets).hasSizeGreaterThan(25);
    int known = 0;
    for (JsonNode preset : presets) {
      assertThat(preset.get("source").asText()).as(preset.toString()).isNotBlank();
      assertThat(preset.get("shows").asText()).as(preset.toString()).isNotBlank();
      assertThat(preset.get("scales")).as(preset.toString()).hasSize(3);
      assertThat(preset.get("processorSeconds")).as(preset.toString()).hasSize(3);
      for (JsonNode seconds : preset.get("processorSeconds")) {
        known += seconds.isNull() ? 0 : 1;
      }
    }
    Properties measured = new Properties();
    try (InputStream file = Preset.class.getResourceAsStream("preset-times.properties")) {
      measured.load(file);
    }
    assertThat(known).as("times of presets that there are").isEqualTo(measured.size());
    assertThat(Run.of("run", "--list").out())
        .contains("preset:thesis-6.5: Carniel, thesis (2019), section 6.5", "60 stores of all");
  }

  @Test
  void whatCannotBeRunIsOneClearLine() {
    bad("unknown preset 'lrun-fig10'", "run", "preset:lrun-fig10");
    bad("no such file", "run", "experiment.yaml");
    bad("--jobs 0", "run", "preset:lrun-fig8", "--jobs", "0");
    Run scale = Run.of("run", "preset:lrun-fig8", "--scale", "huge");
    assertThat(scale.exitCode()).isEqualTo(2);
  }
}
