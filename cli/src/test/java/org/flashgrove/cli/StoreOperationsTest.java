package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.cli.command.Failures;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Salvage, backup, compact, upgrade from the command line; reading beside readers. */
class StoreOperationsTest {
  @TempDir private Path directory;

  private String data;
  private Path store;
  private String copy;

  @BeforeEach
  void build() {
    data = directory.resolve("points.csv").toString();
    store = directory.resolve("store");
    copy = directory.resolve("copy").toString();
    Run.ok("generate", "points", "--count", "4000", "--seed", "7", "--out", data);
    Run.ok(
        "build",
        store.toString(),
        "--data",
        data,
        "--index",
        "rstar",
        "--device",
        "buffered",
        "--page-size",
        "1024");
  }

  private void requireWhole(String where) {
    assertThat(Run.ok("check", where).out()).contains("ok: ");
    assertThat(Run.ok("query", where, "--window", "0,0,1,1", "--verify", data).out())
        .contains("verified");
  }

  @Test
  void aBuildReplacesAStoreWhenItIsWhole() throws IOException {
    String other = directory.resolve("other.csv").toString();
    Run.ok("generate", "points", "--count", "300", "--seed", "8", "--out", other);
    String[] build = {"build", store.toString(), "--data", data, "--replace", "--device", ""};
    build[build.length - 1] = "nand:block=4,blocks=48,op=2";
    Run full = Run.of(build);
    assertThat(full.exitCode()).as(full.err()).isEqualTo(Failures.BAD_STORE);
    assertThat(full.err())
        .contains(store + ": what was built so far is removed, the previous store is unchanged");
    requireWhole(store.toString());
    build[3] = other;
    build[build.length - 1] = "buffered";
    Run.ok(build);
    assertThat(Run.ok("check", store.toString()).out()).contains("300 entries");
    try (var left = Files.list(directory)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("store", "points.csv", "other.csv");
    }
    Path none = Files.createDirectory(directory.resolve("none"));
    Files.createFile(none.resolve("letter"));
    build[1] = none.toString();
    assertThat(Run.of(build).exitCode()).isNotZero();
    assertThat(none.resolve("letter")).exists();
    try (SpatialStore open = SpatialStore.open(store)) {
      build[1] = store.toString();
      assertThat(Run.of(build).err()).contains("is open elsewhere");
      assertThat(open.size()).isEqualTo(300);
    }
    build[1] = directory.resolve("fresh").toString();
    Run.ok(build);
  }

  @Test
  void aBackupIsAStore() throws IOException {
    JsonNode json = Run.ok("backup", store.toString(), "--to", copy, "--check", "--json").json();
    assertThat(json.get("entries").asLong()).isEqualTo(4000);
    assertThat(json.get("ok").asBoolean()).isTrue();
    assertThat(json.get("pages").asLong()).isPositive();
    requireWhole(copy);
    Run again = Run.of("backup", store.toString(), "--to", copy);
    assertThat(again.exitCode()).isEqualTo(Failures.BAD_INPUT);
    assertThat(again.err()).contains("is not empty");
    assertThat(Run.ok("backup", store.toString(), "--to", copy + "2", "--check").out())
        .contains("4,000 entries")
        .contains("ok");
  }

  @Test
  void commandsThatReadGoBesideOthers() throws IOException {
    try (SpatialStore reader = SpatialStore.openReadOnly(store)) {
      requireWhole(store.toString());
      Run.ok("stats", store.toString());
      Run.ok("nearest", store.toString(), "--point", "0.5,0.5");
      Run.ok("join", store.toString(), store.toString(), "--count");
      Run.ok("export", store.toString(), "--nodes", directory.resolve("nodes.geojson").toString());
      Run.ok("backup", store.toString(), "--to", copy);
      Run.ok("compact", store.toString());
      assertThat(reader.size()).isEqualTo(4000);
    }
    String copied = directory.resolve("beside").toString();
    try (SpatialStore writer = SpatialStore.open(store)) {
      for (int found = 4001; found < 4004; found++) {
        writer.insert(found, 7, 7, 7, 7);
        writer.sync();
        JsonNode json = Run.ok("backup", store.toString(), "--to", copied + found, "--json").json();
        assertThat(json.get("entries").asLong()).isEqualTo(found);
        assertThat(Run.ok("check", store.toString()).out()).contains(found % 1000 + " entries");
        json = Run.ok("query", store.toString(), "--window", "6,6,8,8", "--json").json();
        assertThat(json.findValue("results").asLong()).isEqualTo(found - 4000);
      }
      Run refused = Run.of("compact", store.toString());
      assertThat(refused.exitCode()).isEqualTo(Failures.BAD_STORE);
      assertThat(refused.err()).contains("open elsewhere");
      assertThat(writer.size()).isEqualTo(4003);
    }
  }

  @Test
  void compactingShortensTheFile() throws IOException {
    Path half = directory.resolve("half.csv");
    Files.write(half, Files.readAllLines(Path.of(data)).subList(0, 3501));
    Run.ok("delete", store.toString(), "--data", half.toString());
    JsonNode json = Run.ok("compact", store.toString(), "--json").json();
    assertThat(json.get("entries").asLong()).isEqualTo(500);
    assertThat(json.get("pagesAfter").asLong()).isLessThan(json.get("pagesBefore").asLong());
    assertThat(Files.size(store.resolve("nodes.pages")))
        .isEqualTo(json.get("pagesAfter").asLong() * 1024);
    assertThat(Run.ok("check", store.toString()).out()).contains("500 entries");
    assertThat(Run.ok("compact", store.toString()).out()).contains("pages instead of");
  }

  @Test
  void aBrokenStoreIsSalvaged() throws IOException {
    byte[] pages = Files.readAllBytes(store.resolve("nodes.pages"));
    for (int i = 0; i < 2048; i++) {
      pages[i] ^= 0x55; // both superblocks
    }
    Files.write(store.resolve("nodes.pages"), pages);
    assertThat(Run.of("check", store.toString()).exitCode()).isEqualTo(Failures.BAD_STORE);
    JsonNode json = Run.ok("salvage", store.toString(), "--to", copy, "--json").json();
    assertThat(json.get("entries").asLong()).isEqualTo(4000);
    assertThat(json.get("lossCount").asLong()).isPositive();
    assertThat(json.get("losses").size()).isPositive();
    requireWhole(copy);
    Run text = Run.ok("salvage", store.toString(), "--to", copy + "2");
    assertThat(text.out()).contains("lost: page 0").contains("4,000 entries rescued");
    Files.writeString(store.resolve("store.meta"), "no description at all\n");
    Run guessed = Run.ok("salvage", store.toString(), "--to", copy + "3");
    assertThat(guessed.out()).contains("description: taken to be").contains("4,000 entries");
    Files.delete(store.resolve("store.meta"));
    assertThat(Run.ok("salvage", store.toString(), "--to", copy + "4").out())
        .contains("4,000 entries");
  }

  @Test
  void aStoreOfSeveralStructuresIsRescuedAsOne() throws IOException {
    Path several = directory.resolve("several");
    StoreDesign design =
        StoreOptions.defaults()
            .withIndex("rstar")
            .withDevice("buffered")
            .design()
            .with("names", "bplus");
    try (Store made = Store.create(several, design)) {
      made.spatial("index").entries().insert(7, 1, 2, 3, 4);
      Internals.tree(made.keys("names")).insert(5, 7);
    }
    JsonNode json = Run.ok("salvage", several.toString(), "--to", copy, "--json").json();
    assertThat(json.get("complete").asBoolean()).isTrue();
    assertThat(json.get("entries").asLong()).isEqualTo(2);
    assertThat(json.get("structures").get(1).get("name").asText()).isEqualTo("names");
    Files.delete(several.resolve("store.meta"));
    Run named =
        Run.ok(
            "salvage",
            several.toString(),
            "--to",
            copy + "2",
            "--structure",
            "index=rstar",
            "--structure",
            "names=bplus");
    assertThat(named.out()).contains("names: 1 entry rescued, 0 of them uncertain");
    try (Store rescued = Store.open(Path.of(copy + "2"))) {
      assertThat(rescued.spatial("index").size()).isEqualTo(1);
      assertThat(rescued.keys("names").contains(5, 7)).isTrue();
    }
  }

  @Test
  void whatCannotBeSalvagedIsExitCode3() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    Run run = Run.of("salvage", empty.toString(), "--to", copy);
    assertThat(run.exitCode()).isEqualTo(Failures.BAD_STORE);
    assertThat(run.err()).startsWith("flashgrove: ");
    assertThat(Path.of(copy)).doesNotExist();
    assertThat(Run.of("salvage", "--help").out()).contains("code is 0");
  }

  @Test
  void theFormatIsThePresentOneOrIsRefused() throws IOException {
    assertThat(Run.ok("upgrade", store.toString()).out()).contains("the present one");
    Path meta = store.resolve("store.meta");
    String text = Files.readString(meta).replace("format=2", "format=9");
    String body = text.substring(0, text.indexOf("crc32c="));
    CRC32C crc = new CRC32C();
    crc.update(body.getBytes());
    Files.writeString(meta, body + "crc32c=" + Long.toHexString(crc.getValue()) + "\n");
    for (String command : new String[] {"upgrade", "check", "stats", "recover"}) {
      Run refused = Run.of(command, store.toString());
      assertThat(refused.exitCode()).as(command).isEqualTo(Failures.BAD_STORE);
      assertThat(refused.err()).contains("format version 9 is newer");
    }
  }
}
