package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.cli.command.Failures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores of {@code --index lsm} from the command line: what they do, and what they refuse. */
class LsmCommandsTest {
  private static final String INDEX =
      "lsm:memory=48K,block=8K,policy=leveled,level0=1,ratio=3,partition=str";

  @TempDir private Path directory;

  private static void requireSame(String store, String rows) {
    assertThat(Run.ok("check", store).out()).contains("ok: ");
    Run.ok("query", store, "--window", "0.2,0.2,0.7,0.6", "--verify", rows);
    Run.ok("nearest", store, "--point", "0.5,0.5", "-k", "20", "--verify", rows);
  }

  @Test
  void answersAreThoseOfAScanAlsoAfterChangesBackupAndCompaction() throws IOException {
    String data = directory.resolve("points.csv").toString();
    String store = directory.resolve("store").toString();
    String copy = directory.resolve("copy").toString();
    Run.ok("generate", "points", "--count", "6000", "--seed", "7", "--out", data);
    String[] made = {"--index", INDEX, "--device", "buffered", "--page-size", "1024", "--json"};
    JsonNode built = Run.ok(concat(List.of("build", store, "--data", data), made)).json();
    assertThat(built.get("lsm").get("merges").asLong()).isPositive();
    assertThat(built.get("lsm").get("writeAmplification").asDouble()).isGreaterThan(1);
    requireSame(store, data);
    List<String> rows = Files.readAllLines(Path.of(data));
    Path gone = directory.resolve("gone.csv");
    Path left = directory.resolve("left.csv");
    Files.write(gone, rows.subList(0, 4001));
    Files.writeString(left, rows.get(0) + "\n" + String.join("\n", rows.subList(4001, 6001)));
    Run.ok("delete", store, "--data", gone.toString());
    requireSame(store, left.toString());
    Run.ok("backup", store, "--to", copy);
    Run.ok("compact", store);
    requireSame(store, left.toString());
    Run.ok("insert", store, "--data", gone.toString());
    requireSame(store, data);
    requireSame(copy, left.toString());
    assertThat(Run.ok("stats", store).out()).contains("writeAmplification");
    Run.ok("salvage", store, "--to", copy + "-2");
    requireSame(copy + "-2", data);
    String both = Run.ok("join", store, copy, "--predicate", "equals", "--count").out();
    assertThat(both.trim()).isEqualTo("2000");
    requireRefused(
        "has a fixed order of entries and full blocks; use --bulk hilbert --fill 100%",
        concat(List.of("build", copy + "-3", "--data", data, "--bulk", "str"), made));
    Run.ok(concat(List.of("build", copy + "-3", "--data", data, "--bulk", "hilbert"), made));
    requireSame(copy + "-3", data);
    String nodes = directory.resolve("nodes.geojson").toString();
    Run.ok("export", copy + "-3", "--nodes", nodes);
    assertThat(Files.readString(Path.of(nodes))).contains("\"level\":2").contains("\"level\":0");
    Run.ok("export", copy + "-3", "--picture", nodes + ".png");
    assertThat(Path.of(nodes + ".png")).isNotEmptyFile();
    requireRefused(
        "(allowed: binomial, tiered", "create", copy + "-4", "--index", "lsm:policy=none");
  }

  private static String[] concat(List<String> first, String[] second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of(second));
    return all.toArray(new String[0]);
  }

  private static void requireRefused(String allowed, String... args) {
    Run refused = Run.of(args);
    assertThat(refused.exitCode()).as("%s", List.of(args)).isEqualTo(Failures.BAD_INPUT);
    assertThat(refused.err()).contains(allowed);
  }
}
