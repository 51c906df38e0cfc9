package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GenerateCommandTest {
  @TempDir private Path directory;

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "gaussian", "network"})
  void movesAreThoseThatUpdateReads(String movement) throws IOException {
    String points = file("points.csv");
    String moves = file("moves.csv");
    String[] made = {"--objects", "300", "--points", points, "--count", "2000", "--out", moves};
    Run.ok(
        Stream.of(List.of("generate", "moves", "--movement", movement), List.of(made))
            .flatMap(List::stream)
            .toArray(String[]::new));
    assertThat(Files.readAllLines(Path.of(moves))).hasSize(2_001);
    String store = file("store");
    Run.ok("build", store, "--data", points, "--device", "buffered");
    Run update = Run.ok("update", store, "--data", moves, "--json");
    assertThat(update.out()).contains("\"notFound\" : 0").contains("\"entries\" : 300");
    // where each object is after its last move
    Run all = Run.ok("query", store, "--window", "-1,-1,100001,100001", "--count");
    assertThat(all.out()).contains("300");
    Run.ok("check", store);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"polygons", "lines", "buildings-like", "highways-like", "brazil-like-points"})
  void geometriesInAnyFormat(String kind) {
    String csv = file("made.csv");
    Run.ok("generate", kind, "--count", "50", "--seed", "3", "--out", csv);
    String figures = figuresOf(csv);
    assertThat(figures).contains("50 objects");
    for (String ending : List.of(".geojson", ".wkt.gz", ".fgb", ".gpkg")) {
      String other = file("made" + ending);
      Run.ok("generate", kind, "--count", "50", "--seed", "3", "--out", other);
      assertThat(figuresOf(other)).isEqualTo(figures);
    }
  }

  private static String figuresOf(String path) {
    return Run.ok("stats", "--data", path).out().replace(path, "");
  }

  @Test
  void queriesSayHowTheyWereMadeAndAskStoresOfAnyFormat() throws IOException {
    String data = file("lines.fgb");
    Run.ok("generate", "lines", "--count", "200", "--seed", "3", "--out", data);
    String store = file("store");
    Run.ok("build", store, "--data", data, "--device", "buffered");
    for (List<String> shape :
        List.of(
            List.of("--percent", "1", "--relation", "contains"),
            List.of("--percent", "1", "--kind", "random"),
            List.of("--points"),
            List.of("--points", "--kind", "random"))) {
      String out = file("queries.csv");
      List<String> command =
          new ArrayList<>(List.of("generate", "queries", "--data", data, "--count", "20"));
      command.addAll(List.of("--seed", "9", "--out", out, "--provenance", "--json"));
      command.addAll(shape);
      String made = Run.ok(command.toArray(String[]::new)).json().get("provenance").asText();
      List<String> rows = Files.readAllLines(Path.of(out));
      assertThat(rows).hasSize(21);
      assertThat(rows.get(0)).isEqualTo("minx,miny,maxx,maxy,provenance");
      assertThat(rows.get(20)).endsWith("," + made);
      assertThat(made).contains("seed 9; data sha256 ").doesNotContain(",");
      Run run = Run.ok("query", store, "--queries", out, "--verify", data, "--json");
      assertThat(run.json().get("verified").asBoolean()).isTrue();
      boolean onObjects = !shape.contains("random");
      for (JsonNode count : run.json().get("counts")) {
        assertThat(onObjects && count.asInt() == 0).isFalse();
      }
    }
    Run.ok(
        "generate", "queries", "--data", data, "--points", "--count", "1", "--out", file("plain"));
    assertThat(Files.readAllLines(Path.of(file("plain"))).get(0)).isEqualTo("minx,miny,maxx,maxy");
    String other = file("lines.other");
    Files.copy(Path.of(data), Path.of(other));
    String[] nearest = {"nearest", store, "--point", "0.5,0.5", "--verify", other};
    assertThat(Run.of(nearest).exitCode()).isEqualTo(2); // no CSV
    String[] named = Arrays.copyOf(nearest, nearest.length + 2);
    named[nearest.length] = "--verify-format";
    named[nearest.length + 1] = "flatgeobuf";
    Run.ok(named);
    assertRefused(
        "--relation: does not apply to points",
        "queries",
        "--data",
        data,
        "--points",
        "--relation",
        "contains",
        "--out",
        file("none.csv"));
  }

  @Test
  void rectanglesGather() throws IOException {
    String out = file("rects.csv");
    Run.ok("generate", "rects", "--count", "9", "--clusters", "2", "--skew", "1", "--out", out);
    assertThat(Files.readString(Path.of(out), StandardCharsets.UTF_8))
        .startsWith("id,minx,miny,maxx,maxy\n1,");
  }

  @Test
  void whatCannotBeMadeIsRefusedAndNothingIsWritten() {
    String out = file("none.csv");
    assertRefused("--skew: needs clusters; add --clusters", "rects", "--skew", "1", "--out", out);
    assertRefused("--sigma 1..x (allowed", "lines", "--sigma", "1..x", "--out", out);
    assertRefused(
        "--uniform: cannot be combined with --clusters",
        "rects",
        "--uniform",
        "--clusters=2",
        "--out",
        out);
    assertRefused(
        "flatgeobuf cannot be written to standard output",
        "lines",
        "--to",
        "flatgeobuf",
        "--out",
        "-");
    assertRefused(
        "is the same file as --out", "moves", "--objects", "1", "--points", out, "--out", out);
    assertRefused("draws; choose", "lines", "--clusters=1", "--sigma", "1e12", "--out", out);
    assertThat(Path.of(out)).doesNotExist();
  }

  private static void assertRefused(String message, String... arguments) {
    String[] all = new String[arguments.length + 3];
    all[0] = "generate";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[arguments.length + 1] = "--count";
    all[arguments.length + 2] = "5";
    Run run = Run.of(all);
    assertThat(run.exitCode()).as(run.err()).isNotZero();
    assertThat(run.err()).contains(message).hasLineCount(1);
  }
}
