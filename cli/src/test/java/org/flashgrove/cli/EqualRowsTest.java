package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data with equal rows: each row is an entry, whatever the command that loads it. */
class EqualRowsTest {
  private static final int ROWS = 300;
  private static final String HEADER = "id,x,y";

  @TempDir private Path directory;

  private static Path write(Path file, List<String> rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of(HEADER));
    lines.addAll(rows);
    return Files.write(file, lines);
  }

  /** A file in which rows 10, 60, 110 and so on are there twice, together, and two at the end. */
  private Path data(List<String> rows) throws IOException {
    Path data = directory.resolve("data.csv");
    for (int i = 0; i < ROWS; i++) {
      String row = i + "," + i % 20 * 3 + "," + i / 20 * 3;
      rows.add(row);
      if (i % 50 == 10) {
        rows.add(row);
      }
    }
    rows.add(rows.get(0));
    rows.add(rows.get(ROWS / 2));
    return write(data, rows);
  }

  @ParameterizedTest
  @CsvSource({
    "rtree, efind:buffer=16K, none",
    "rtree, efind:buffer=16K, str",
    "rtree, fast:buffer=16K, none",
    "rstar, none:frames=8, none",
    "rstar, efind:buffer=16K, hilbert",
    "hilbert, efind:buffer=16K, none",
    "hilbert, efind:buffer=16K, hilbert",
    "xbr, efind:buffer=16K, none",
    "xbr, efind:buffer=16K, zorder"
  })
  void everyRowIsAnEntry(String index, String flash, String bulk) throws IOException {
    List<String> rows = new ArrayList<>();
    Path data = data(rows);
    String store = directory.resolve("store").toString();
    List<String> build =
        new ArrayList<>(List.of("build", store, "--data", data.toString(), "--index", index));
    build.addAll(List.of("--flash", flash, "--device", "buffered", "--page-size", "512"));
    build.addAll(List.of("--bulk", bulk, "--json"));
    Run run = Run.ok(build.toArray(new String[0]));
    assertThat(run.json().get("entries").asLong()).isEqualTo(rows.size());
    requireRows(store, rows);

    Run gone = Run.withInput(HEADER + "\n" + rows.get(0) + "\n", "delete", store, "--data", "-");
    assertThat(gone.exitCode()).as(gone.err()).isZero();
    requireRows(store, rows.subList(1, rows.size()));
    Run back = Run.withInput(HEADER + "\n" + rows.get(0) + "\n", "insert", store, "--data", "-");
    assertThat(back.exitCode()).as(back.err()).isZero();
    requireRows(store, rows);
  }

  /** Size, a query over everything, an export and the check agree. */
  private void requireRows(String store, List<String> rows) throws IOException {
    Run check = Run.ok("check", store);
    JsonNode stats = Run.of("stats", store, "--json").json();
    assertThat(stats.get("entries").asInt()).isEqualTo(rows.size());
    assertThat(stats.get("leafEntries").asInt()).isEqualTo(rows.size());
    Run count = Run.of("query", store, "--window", "-1,-1,1000,1000", "--count");
    assertThat(count.out().trim()).isEqualTo(String.valueOf(rows.size()));
    Run one = Run.of("query", store, "--window", "0,0,0,0", "--count");
    assertThat(one.out().trim()).isEqualTo(String.valueOf(copies(rows)));
    Path everything = directory.resolve("nodes.geojson");
    Run export = Run.ok("export", store, "--nodes", everything.toString(), "--entries");
    int entries = 0;
    for (JsonNode feature : new ObjectMapper().readTree(everything.toFile()).get("features")) {
      entries += feature.get("properties").get("level").asInt() == -1 ? 1 : 0;
    }
    assertThat(entries).isEqualTo(rows.size());
    Path now = write(directory.resolve("now.csv"), rows);
    Path windows =
        Files.write(directory.resolve("windows.csv"), List.of("minx,miny,maxx,maxy", "0,0,20,20"));
    Run.ok("query", store, "--queries", windows.toString(), "--verify", now.toString());
  }

  private static long copies(List<String> rows) {
    return rows.stream().filter("0,0,0"::equals).count();
  }
}
