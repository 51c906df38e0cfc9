package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table of real buildings through all that changes it and its files, from a folder {@code
 * shared/data} beside the checkout; left out where there is none.
 */
class RealTableTest {
  private static final int CHANGED = 5000;

  @TempDir private Path directory;

  private static JsonNode run(String... args) throws IOException {
    String[] all = java.util.Arrays.copyOf(args, args.length + 1);
    all[args.length] = "--json";
    Run run = Run.ok(all);
    return run.json();
  }

  /** Also: moves filled every free slot, and the map's pages kept the file long. */
  @Tag("long")
  @Test
  void buildingsComeAndGo() throws IOException {
    Path data = SharedFiles.file("osm/liechtenstein_buildings.csv.gz");
    Path some = directory.resolve("some.csv");
    try (BufferedReader rows =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(data)), StandardCharsets.UTF_8))) {
      Files.writeString(
          some, rows.lines().limit(CHANGED + 1).collect(Collectors.joining("\n", "", "\n")));
    }
    String table = directory.resolve("table").toString();
    String all = data.toString();
    JsonNode built = run("build", table, "--data", all, "--table", "--device", "buffered");
    int records = built.get("table").get("records").asInt();
    for (String command : new String[] {"delete", "insert", "update"}) {
      JsonNode changed = run(command, table, "--data", some.toString());
      assertThat(changed.get("notFound").asInt()).as(command).isZero();
    }
    JsonNode compacted = run("compact", table);
    assertThat(compacted.get("entries").asInt()).isEqualTo(records);
    JsonNode backup = run("backup", table, "--to", directory.resolve("copy").toString(), "--check");
    assertThat(compacted.get("pagesAfter").asInt())
        .isLessThanOrEqualTo(backup.get("pages").asInt() + 16);
    run("query", table, "--window", "9.5,47.1,9.55,47.2", "--verify", all);
    run("query", table, "--point", "9.52,47.14", "--radius", "0.01", "--verify", all);
    run("nearest", table, "--point", "9.52,47.14", "-k", "100", "--verify", all);
  }
}
