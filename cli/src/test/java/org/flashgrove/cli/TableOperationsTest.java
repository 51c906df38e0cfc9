package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done with the directory of a table: recover, backup, compact, export, upgrade. */
class TableOperationsTest {
  private static final int RECORDS = 600;

  @TempDir private Path directory;

  private String table;

  @BeforeEach
  void build() {
    table = build("table", "boxes=rtree:capacity=8", "second=hilbert", "key=bplus");
  }

  private String build(String name, String... indices) {
    StringBuilder rows = new StringBuilder("id,wkt\n");
    for (int id = 0; id < RECORDS; id++) {
      int x = 7 * id % 200;
      int y = 13 * id % 300;
      rows.append(id).append(",\"LINESTRING (" + x + " " + y + ", ");
      rows.append(x + 3).append(" " + (y + 2) + ")\"\n");
    }
    String made = directory.resolve(name).toString();
    List<String> args =
        new ArrayList<>(List.of("build", made, "--data", "-", "--table", "--device", "buffered"));
    args.addAll(List.of("--page-size", "512", "--cache", "32K", "--no-final-flush"));
    for (String index : indices) {
      args.addAll(List.of("--index", index));
    }
    Run run = Run.withInput(rows.toString(), args.toArray(new String[0]));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return made;
  }

  private static void assertSound(String of) {
    Run check = Run.ok("check", of);
  }

  private static void assertRefused(int exitCode, String part, String... args) {
    Run run = Run.of(args);
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(exitCode);
    assertThat(run.err().lines().count()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).contains(part);
  }

  @Test
  void recoverReplaysAndSaysSo() throws IOException {
    Run insert = Run.withInput("id,x,y\n9000,1,1\n", "insert", table, "--data", "-");
    assertThat(insert.exitCode()).isZero();
    Run recover = Run.ok("recover", table, "--json");
    assertThat(recover.json().get("operations").asInt()).isPositive();
    assertThat(recover.json().get("table").get("records").asInt()).isEqualTo(RECORDS + 1);
    Run again = Run.of("recover", table);
    assertThat(again.out()).contains("0 changes replayed").contains("the table holds 601 records");
  }

  @Test
  void aBackupIsATable() throws IOException {
    String copy = directory.resolve("copy").toString();
    Run backup = Run.ok("backup", table, "--to", copy, "--check", "--json");
    assertThat(backup.json().get("ok").asBoolean()).isTrue();
    assertThat(backup.json().get("entries").asInt()).isEqualTo(RECORDS);
    assertThat(backup.json().get("pageBytes").asInt()).isPositive();
    Run one = Run.of("query", table, "--window", "0,0,100,100", "--json");
    Run other = Run.of("query", copy, "--window", "0,0,100,100", "--json");
    assertThat(other.json().get("idChecksum")).isEqualTo(one.json().get("idChecksum"));
    assertRefused(2, "is not empty", "backup", table, "--to", copy);
    assertRefused(3, "not a store", "backup", directory.toString(), "--to", copy + "2");
    assertThat(Path.of(copy + "2")).doesNotExist();
  }

  @Test
  void compactGivesSpaceBack() throws IOException {
    StringBuilder keys = new StringBuilder("id\n");
    for (int key = 0; key < RECORDS - 50; key++) {
      keys.append(key).append('\n');
    }
    Run delete = Run.withInput(keys.toString(), "delete", table, "--data", "-", "--json");
    assertThat(delete.json().get("deleted").asInt()).isEqualTo(RECORDS - 50);
    Run compact = Run.ok("compact", table, "--json");
    JsonNode json = compact.json();
    assertThat(json.get("pagesAfter").asInt()).isLessThan(json.get("pagesBefore").asInt() / 2);
    assertThat(json.get("entries").asInt()).isEqualTo(50);
    assertSound(table);
    assertThat(Run.of("compact", table).out()).contains("pages instead of");
  }

  @Test
  void analyzeSavesStatistics() throws IOException {
    Run analyze = Run.ok("analyze", table, "--json");
    assertThat(analyze.json().get("pages").get("table").asInt()).isPositive();
    assertThat(Path.of(table).resolve("store.statistics")).isRegularFile();
    assertThat(Run.of("analyze", table).out()).contains("table: read", "indexes");
    assertSound(table);
  }

  @Test
  void analyzeNeedsATable() {
    String store = directory.resolve("store").toString();
    Run.ok("create", store);
    assertRefused(2, "the store has no table", "analyze", store);
  }

  @Test
  void nodesOfASpatialIndexAreExported() throws IOException {
    Path file = directory.resolve("nodes.geojson");
    Run export = Run.ok("export", table, "--nodes", file.toString(), "--entries", "--json");
    assertThat(export.json().get("index").asText()).isEqualTo("boxes");
    long[] sums = new long[2];
    for (JsonNode feature : new ObjectMapper().readTree(file.toFile()).get("features")) {
      if (feature.get("properties").get("level").asInt() == -1) {
        sums[0]++;
        sums[1] += feature.get("properties").get("id").asLong();
      }
    }
    assertThat(sums).containsExactly(RECORDS, (RECORDS - 1L) * RECORDS / 2); // keys, not RIDs
    Path picture = directory.resolve("nodes.png");
    Run.ok("export", table, "--index", "second", "--picture", picture.toString());
    assertThat(Files.size(picture)).isPositive();
    String never = directory.resolve("never").toString();
    assertRefused(2, "boxes, second", "export", table, "--index", "key", "--nodes", never);
    String keyed = build("keyed", "key=bplus");
    assertRefused(2, "no spatial index", "export", keyed, "--nodes", never);
    assertThat(Path.of(never)).doesNotExist();
  }

  @Test
  void upgradeReportsTheFormat() throws IOException {
    Run upgrade = Run.ok("upgrade", table, "--json");
    assertThat(upgrade.json().get("from")).isEqualTo(upgrade.json().get("to"));
    assertThat(Run.of("upgrade", table).out()).contains("has format 4, the present one");
  }
}
