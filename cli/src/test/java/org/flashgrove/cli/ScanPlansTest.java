package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans of scans on the command line: chosen, given, sorted, explained. */
class ScanPlansTest {
  private static final int RECORDS = 4000;

  @TempDir private Path directory;
  private String store;

  private void build(String... more) throws IOException {
    Random random = new Random(42); // estimates beside costs are a statistic
    List<Integer> ids = new ArrayList<>();
    for (int id = 1; id <= RECORDS; id++) {
      ids.add(id);
    }
    Collections.shuffle(ids, random);
    StringBuilder rows = new StringBuilder("id,wkt\n");
    for (int id : ids) {
      rows.append(id).append(",POINT (" + random.nextInt(500) + " " + random.nextInt(500) + ")\n");
    }
    Path data = directory.resolve("points.csv");
    Files.writeString(data, rows);
    store = directory.resolve("table").toString();
    List<String> args =
        new ArrayList<>(List.of("build", store, "--data", data.toString(), "--table", "--json"));
    args.addAll(List.of(more));
    Run.ok(args.toArray(new String[0]));
  }

  private Run run(String... more) {
    List<String> args = new ArrayList<>(List.of("scan", store));
    args.addAll(List.of(more));
    return Run.of(args.toArray(new String[0]));
  }

  private JsonNode scan(String... more) throws IOException {
    List<String> args = new ArrayList<>(List.of(more));
    args.add("--json");
    Run run = run(args.toArray(new String[0]));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.json();
  }

  @Test
  void everyPlanListsTheSameRecordsInOrder() throws IOException {
    build("--device", "buffered");
    String expected = null;
    for (String[] plan :
        new String[][] {
          {"--path", "idx"},
          {"--path", "sidx"},
          {"--path", "sidx", "--sort", "es"},
          {"--path", "fts", "--sort", "ps"},
          {"--path", "fts", "--sort", "es"},
          {"--path", "auto"},
          {"--path", "auto", "--sort", "ps"},
        }) {
      List<String> args = new ArrayList<>(List.of(plan));
      args.addAll(List.of("--order-by", "key", "--sort-memory", "48K", "--sort-unit", "1"));
      args.addAll(List.of("--from-key", "101", "--to-key", "3100"));
      Run run = run(args.toArray(new String[0]));
      assertThat(run.exitCode()).as(run.err()).isZero();
      expected = expected == null ? run.out() : expected;
      assertThat(run.out()).as(String.join(" ", plan)).isEqualTo(expected);
    }
    List<Integer> keys = new ArrayList<>();
    expected.lines().skip(1).forEach(line -> keys.add(Integer.parseInt(line.split(",")[0])));
    assertThat(keys).hasSize(3000).isSorted().startsWith(101).endsWith(3100);
  }

  @Test
  void estimatesStandBesideWhatAScanHasCost() throws IOException {
    build("--device", "nand:blocks=1024");
    String[] sorted = {"--order-by", "key", "--sort", "es", "--sort-memory", "48K"};
    List<String> args = new ArrayList<>(List.of(sorted));
    args.addAll(List.of("--explain", "--sort-unit", "1"));
    JsonNode json = scan(args.toArray(new String[0]));
    assertThat(json.get("results").asInt()).isEqualTo(RECORDS);
    assertThat(json.get("plan").asText()).isEqualTo("full scan, sorted");
    assertThat(json.get("sort").get("pagesWritten").asLong()).isPositive();
    JsonNode estimates = json.get("estimates");
    assertThat(estimates).hasSize(2);
    assertThat(estimates.get(0).get("plan")).isEqualTo(json.get("plan"));
    assertThat(estimates.get(0).get("recordPages").asLong())
        .isEqualTo(json.get("table").get("pages").asLong())
        .isEqualTo(json.get("pagesRead").asLong());
    assertThat(estimates.get(1).get("plan").asText()).isEqualTo("index order by key");
    JsonNode few = scan("--explain", "--from-key", "7", "--to-key", "8");
    assertThat(few.get("plan").asText()).isEqualTo("index scan by key");
    assertThat(few.get("path").asText()).isEqualTo("sidx");
    assertThat(few.get("index").asText()).isEqualTo("key");
    Run text = run("--count", "--explain", "--from-key", "7", "--to-key", "8");
    assertThat(text.out())
        .contains(
            "plan: index scan by key: ", "rejected: full scan: ", "actual: index scan by key");
  }

  @Test
  void aWindowIsPlannedByItsIndex() throws IOException {
    build("--device", "hdd:size=256M");
    JsonNode all = scan("--window", "0,0,500,500", "--explain");
    assertThat(all.get("plan").asText()).isEqualTo("full scan");
    JsonNode ordered = scan("--window", "3,3,9,9", "--order-by", "key", "--path", "sidx");
    assertThat(ordered.get("plan").asText()).isEqualTo("sidx by geom, sorted");
    JsonNode listed = scan("--window", "3,3,9,9", "--path", "fts");
    assertThat(ordered.get("idChecksum")).isEqualTo(listed.get("idChecksum"));
  }

  @Test
  void whatCannotBeIsRefused() throws IOException {
    build("--device", "buffered", "--index", "geom=rstar");
    for (String[] args :
        new String[][] {
          {"--order-by", "area"},
          {"--sort", "ps"},
          {"--order-by", "key", "--sort", "quick"},
          {"--order-by", "key", "--sort", "ps"},
          {"--order-by", "key", "--path", "fts", "--sort", "ps"},
          {"--order-by", "key", "--path", "idx", "--window", "0,0,9,9"},
          {"--path", "fast"},
          {"--sort-unit", "0"},
          {"--sort-least-unit", "9"},
        }) {
      Run run = run(args);
      assertThat(run.exitCode()).as(String.join(" ", args) + run.err()).isEqualTo(2);
      assertThat(run.err()).containsPattern("allowed: |; (add|use) ");
    }
  }
}
