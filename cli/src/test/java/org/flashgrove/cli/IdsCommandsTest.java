package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores with ids from the command line: rows of ids alone, equal rows, refusals. */
class IdsCommandsTest {
  @TempDir private Path directory;
  private String store;

  @BeforeEach
  void name() {
    store = directory.resolve("store").toString();
  }

  private String file(String name, String... lines) throws IOException {
    return Files.write(directory.resolve(name), List.of(lines)).toString();
  }

  private void refused(String message, String... arguments) {
    Run run = Run.of(arguments);
    assertThat(run.exitCode()).as(run.out()).isEqualTo(2);
    assertThat(run.err()).contains(message);
  }

  private String count(String window) {
    return Run.ok("query", store, "--window", window, "--count").out().trim();
  }

  @Test
  void rowsOfIdsAloneMoveAndDeleteEntries() throws IOException {
    String data = file("data.csv", "id,x,y", "1,1,1", "2,2,2", "3,3,3", "2,2,2");
    Run build = Run.ok("build", store, "--data", data, "--ids", "--device", "buffered", "--json");
    assertThat(build.json().get("equalRows").asInt()).isEqualTo(1);
    assertThat(build.json().get("entries").asInt()).isEqualTo(3);
    assertThat(build.json().get("ids").asText()).isEqualTo("ids");
    assertThat(build.err()).contains("1 row is equal to others; the store holds each once");

    Run moved = Run.ok("update", store, "--data", file("m.csv", "id,x,y", "2,7,7", "9,1,1"));
    assertThat(moved.out()).contains("1 entry updated, 1 not found; the store holds 3");
    assertThat(count("6,6,8,8")).isEqualTo("1");
    Run.ok(
        "update",
        store,
        "--data",
        file(
            "o.csv",
            "id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy",
            "2,7,7,7,7,8,8,9,9"));
    Run deleted = Run.ok("delete", store, "--data", file("d.csv", "id", "1", "1"));
    assertThat(deleted.out()).contains("1 entry deleted, 1 not found; the store holds 2");
    Run.ok("insert", store, "--replace", "--data", file("r.csv", "id,x,y", "3,4,4", "5,5,5"));
    assertThat(count("0,0,10,10")).isEqualTo("3");
    Run inserted = Run.ok("insert", store, "--data", file("i.csv", "id,x,y", "5,5,5"));
    assertThat(inserted.out()).contains("the store holds 3");
    assertThat(Run.ok("check", store).out()).contains("3 entries");

    String copy = directory.resolve("copy").toString();
    Run.ok("backup", store, "--to", copy, "--check");
    Run.ok("compact", store);
    String rescued = directory.resolve("rescued").toString();
    Run salvage = Run.ok("salvage", store, "--to", rescued, "--json");
    assertThat(salvage.json().get("entries").asInt()).isEqualTo(3);
    for (String each : List.of(store, copy, rescued)) {
      Run.ok("check", each);
      Run gone = Run.ok("delete", each, "--data", file("g.csv", "id", "5"));
      assertThat(gone.out()).contains("1 entry deleted, 0 not found; the store holds 2");
    }
    assertThat(Run.ok("stats", store, "--json").json().get("entries").asInt()).isEqualTo(2);
  }

  @Test
  void aStoreWithIdsIsBulkLoaded() throws IOException {
    String rows = file("rows.csv", "id,x,y", "2,2,2", "1,1,1", "3,3,3");
    Run.ok("build", store, "--data", rows, "--ids", "--bulk", "str", "--index", "rstar");
    Run deleted = Run.ok("delete", store, "--data", file("d.csv", "id", "2"));
    assertThat(deleted.out()).contains("1 entry deleted, 0 not found; the store holds 2");
    assertThat(Run.ok("check", store).out()).contains("2 entries");
  }

  @Test
  void whatDoesNotFitIsRefusedInOneLineAndChangesNothing() throws IOException {
    String twice = file("twice.csv", "id,x,y", "1,1,1", "1,2,2");
    refused(
        "rows: id 1 has several rectangles; keep one row per id",
        "build",
        store,
        "--data",
        twice,
        "--ids");
    String one = file("one.csv", "id,x,y", "1,1,1", "2,2,2");
    String equal = file("equal.csv", "id,x,y", "1,1,1", "1,1,1");
    refused(
        "1 are equal to others",
        "build",
        store,
        "--data",
        equal,
        "--ids",
        "--bulk",
        "str",
        "--index",
        "rstar");
    refused("--ids: not supported with --table", "build", store, "--data", one, "--ids", "--table");
    refused("--repeat x (allowed: once, refuse)", "create", store, "--ids", "--repeat", "x");
    refused("--repeat once: needs --ids", "create", store, "--repeat", "once");
    String home = "buffered:placement=home";
    refused("2 structures on device", "create", store, "--ids", "--device", home);
    Run.ok("build", store, "--data", one, "--ids", "--repeat", "refuse", "--device", "buffered");
    refused(
        "line 3: id 2 has another rectangle; allowed: update, --replace, or other ids",
        "insert",
        store,
        "--data",
        file("other.csv", "id,x,y", "7,7,7", "2,9,9"));
    refused("the entry already exists", "insert", store, "--data", one);
    refused(
        "index.ids' holds the rectangles",
        "query",
        store,
        "--structure",
        "index.ids",
        "--window",
        "0,0,1,1");
    assertThat(count("0,0,10,10")).isEqualTo("2");

    String plain = directory.resolve("plain").toString();
    Run build =
        Run.ok("build", plain, "--data", one, "--data", one, "--device", "buffered", "--json");
    assertThat(build.json().get("equalRows").asInt()).isEqualTo(2);
    assertThat(build.err()).contains("2 rows are equal to others; the store holds each as often");
    refused("one.csv", "update", plain, "--data", one);
  }

  @Test
  void aGroveAndAStructureOfSeveralHaveIds() throws IOException {
    String data = file("data.csv", "id,x,y", "1,1,1", "2,2,2", "3,3,3");
    Run.ok("build", store, "--data", data, "--ids", "--index", "grove", "--device", "buffered");
    Run.ok("update", store, "--data", file("m.csv", "id,x,y", "2,7,7"));
    assertThat(count("6,6,8,8")).isEqualTo("1");
    Run.ok("check", store);
    String several = directory.resolve("several").toString();
    Run.ok(
        "build",
        several,
        "--structure",
        "cars=lsm",
        "--structure",
        "cars.ids=ids",
        "--data",
        data,
        "--device",
        "buffered");
    Run.ok("delete", several, "--structure", "cars", "--data", file("d.csv", "id", "2"));
    Run count = Run.ok("query", several, "--structure", "cars", "--window", "0,0,9,9", "--count");
    assertThat(count.out().trim()).isEqualTo("2");
    Run.ok("check", several);
  }
}
