package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.flashgrove.cli.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Advice is what its own trials say, and the experiment that it writes says the same. */
class AdviseCommandTest {
  @TempDir private Path folder;

  private String points(int count) {
    String file = folder.resolve("points.csv").toString();
    Run.ok("generate", "points", "--count", "" + count, "--seed", "7", "--out", file);
    return file;
  }

  @Test
  void anExhaustiveRunNamesTheLeastTimeAndItsExperimentRepeatsIt() throws IOException {
    String document = folder.resolve("advice.yaml").toString();
    Run run =
        Run.ok(
            "advise",
            "--data",
            points(400),
            "--workload",
            "build",
            "--device",
            "nand:size=16M",
            "--memory",
            "128K",
            "--sample",
            "all",
            "--out",
            document,
            "--json");
    JsonNode advice = run.json();
    JsonNode trials = advice.get("trials");
    assertThat(trials.size()).isEqualTo(advice.get("configurations").asInt()).isGreaterThan(100);
    long least = Long.MAX_VALUE;
    int dominated = 0;
    for (JsonNode trial : trials) {
      least = Math.min(least, trial.get("micros").asLong());
      dominated += isDominated(trial, trials) ? 1 : 0;
    }
    assertThat(advice.get("recommended").get("micros").asLong()).isEqualTo(least);
    assertThat(advice.get("dominated").asInt()).isEqualTo(dominated);
    assertThat(advice.get("proposals").get(0).get("reasons").size()).isPositive();

    Run again = Run.ok("run", document, "--scale", "full", "--json");
    long micros = 0;
    for (JsonNode execution : again.json().get("executions")) {
      if (execution.get("config").get("labels").get("candidate").asText().equals("c1")) {
        micros += execution.get("figures").get("virtual_micros").asLong();
      }
    }
    assertThat(micros).isBetween(least - 2, least + 2); // each phase is rounded
  }

  private static boolean isDominated(JsonNode trial, JsonNode trials) {
    for (JsonNode other : trials) {
      boolean noMore = true;
      boolean less = false;
      for (String cost : List.of("reads", "writes", "micros", "memory")) {
        noMore &= other.get(cost).asLong() <= trial.get(cost).asLong();
        less |= other.get(cost).asLong() < trial.get(cost).asLong();
      }
      if (noMore && less) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aRealDeviceIsMeasuredAndComparedWithTheSimulator() throws IOException {
    Path workload = folder.resolve("workload.yaml");
    Files.writeString(
        workload, "workload:\n  steps: [load, flush, window: {percent: 1, count: 5}]\n");
    Run run =
        Run.ok(
            "advise",
            "--data",
            points(300),
            "--workload",
            workload.toString(),
            "--phases",
            "1%,load",
            "--device",
            "buffered",
            "--simulator",
            "nand:size=16M",
            "--memory",
            "128K",
            "--measure",
            "proposed",
            "--repeats",
            "2",
            "--json");
    JsonNode advice = run.json();
    assertThat(advice.get("phases").toString()).isEqualTo("[\"load\",\"1%\"]");
    assertThat(advice.get("measured").size()).isEqualTo(advice.get("proposals").size());
    assertThat(advice.get("recommended").get("command").asText()).contains("--device buffered");
    JsonNode fastest = advice.get("measured").get(0);
    for (JsonNode each : advice.get("measured")) {
      if (each.get("micros").asLong() < fastest.get("micros").asLong()) {
        fastest = each;
      }
    }
    assertThat(advice.get("recommended").get("name")).isEqualTo(fastest.get("name"));
  }

  @Test
  void whatCannotBeAdvisedIsOneLine() throws IOException {
    String data = points(10);
    Path bad = Files.writeString(folder.resolve("bad.yaml"), "workload:\n  steps: [lode]\n");
    Path unknown = Files.writeString(folder.resolve("points.shp"), "id,x,y\n1,0,0\n");
    for (String[] wrong :
        new String[][] {
          {"--workload", "no.yaml", "no.yaml: no such file"},
          {"--workload", bad.toString(), "line 2, column 11: 'lode'"},
          {"--phases", "window", "--phases window (allowed: load, mixed"},
          {"--sample", "0", "--sample 0 (allowed"},
          {"--memory", "1", "--memory 1 (allowed"},
          {"--measure", "all", "--measure: --device nand is simulated"},
          {"--repeats", "0", "--repeats 0 (allowed"},
          {"--data", folder.resolve("none.csv").toString(), "none.csv"},
          {"--data", unknown.toString(), "no format has the ending .shp"},
        }) {
      Run run =
          wrong[0].equals("--data")
              ? Run.of("advise", "--data", wrong[1], "--device", "nand")
              : Run.of("advise", "--data", data, "--device", "nand", wrong[0], wrong[1]);
      assertThat(run.exitCode()).as(wrong[2]).isEqualTo(2);
      assertThat(run.err()).contains(wrong[2]);
      assertThat(run.err().strip().lines()).hasSize(1);
    }
  }
}
